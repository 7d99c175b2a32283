//! Pages of the lists a client may ask for, with opaque cursors.
//!
//! A cursor names the last item of the page before, so a list that changed between two pages
//! skips nothing that stayed. No cursor is remembered: there is nothing to expire.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use rmcp::model::{ErrorData, PaginatedRequestParams};

/// Items on one page. Many clients never ask for a second one, so every vocabulary of ours fits on the first.
pub(super) const PAGE_ITEMS_MAX: usize = 150;

/// Cuts the page after the cursor out of `items`; also says where the next one begins.
pub(super) fn page<T>(
    list: &str,
    items: Vec<T>,
    key: impl Fn(&T) -> &str,
    request: Option<PaginatedRequestParams>,
) -> Result<(Vec<T>, Option<String>), ErrorData> {
    let start = match request.and_then(|request| request.cursor) {
        None => 0,
        Some(cursor) => {
            open(list, &cursor).and_then(|last| items.iter().position(|item| key(item) == last)).map(|last| last + 1).ok_or_else(|| unknown(list))?
        }
    };
    let more = items.len() > start + PAGE_ITEMS_MAX;
    let page: Vec<T> = items.into_iter().skip(start).take(PAGE_ITEMS_MAX).collect();
    let next = page.last().filter(|_| more).map(|last| URL_SAFE_NO_PAD.encode(format!("{list}\n{}", key(last))));
    Ok((page, next))
}

fn open(list: &str, cursor: &str) -> Option<String> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let (of, last) = text.split_once('\n')?;
    (of == list).then(|| last.to_owned())
}

fn unknown(list: &str) -> ErrorData {
    ErrorData::invalid_params(format!("The cursor does not belong to {list}; ask again without a cursor"), None)
}
