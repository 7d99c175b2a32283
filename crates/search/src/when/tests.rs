//! Spans of time, read out of questions.

use super::window;
use kernel::time::Moment;

/// A Sunday.
const NOW: &str = "2026-11-15T10:15:00.000Z";

fn days(query: &str) -> String {
    let now = Moment::parse(NOW).expect("a moment");
    match window(query, now) {
        None => "nothing".to_owned(),
        Some(window) => format!("{} {}", &window.from.to_string()[..10], &window.until.to_string()[..10]),
    }
}

#[test]
fn dates_in_words_become_spans_of_days() {
    let table = [
        // Written out.
        ("what happened on 2023-05-08?", "2023-05-08 2023-05-09"),
        ("logs of 2023/05/08", "2023-05-08 2023-05-09"),
        ("after the deploy at 2023-05-08T10:00", "2023-05-08 2023-05-09"),
        ("notes 2023-05", "2023-05-01 2023-06-01"),
        ("on 8 May 2023", "2023-05-08 2023-05-09"),
        ("the 8th of May, 2023", "2023-05-08 2023-05-09"),
        ("May 8th, 2023", "2023-05-08 2023-05-09"),
        ("in Sept 2023", "2023-09-01 2023-10-01"),
        ("31 February 2023", "2023-02-01 2023-03-01"),
        ("In May 2023, who left?", "2023-05-01 2023-06-01"),
        ("in may", "2026-05-01 2026-06-01"),
        ("in December", "2025-12-01 2026-01-01"),
        ("last November", "2025-11-01 2025-12-01"),
        ("next May", "2027-05-01 2027-06-01"),
        ("on May 8", "2026-05-08 2026-05-09"),
        ("on December 24", "2025-12-24 2025-12-25"),
        ("in 1987", "1987-01-01 1988-01-01"),
        ("plans for 2025", "2025-01-01 2026-01-01"),
        ("summer 2022", "2022-06-01 2022-09-01"),
        ("the winter of 2022", "2022-12-01 2023-03-01"),
        // Relative to now.
        ("today", "2026-11-15 2026-11-16"),
        ("What did I do yesterday?", "2026-11-14 2026-11-15"),
        ("the day before yesterday", "2026-11-13 2026-11-14"),
        ("last night", "2026-11-14 2026-11-15"),
        ("this week", "2026-11-09 2026-11-16"),
        ("last week", "2026-11-02 2026-11-09"),
        ("next week", "2026-11-16 2026-11-23"),
        ("last weekend", "2026-11-07 2026-11-09"),
        ("last month", "2026-10-01 2026-11-01"),
        ("this year", "2026-01-01 2027-01-01"),
        ("last year", "2025-01-01 2026-01-01"),
        ("on Friday", "2026-11-13 2026-11-14"),
        ("last Sunday", "2026-11-08 2026-11-09"),
        ("next Monday", "2026-11-16 2026-11-17"),
        ("last summer", "2026-06-01 2026-09-01"),
        ("3 days ago", "2026-11-12 2026-11-13"),
        ("two weeks ago", "2026-10-29 2026-11-05"),
        ("a month ago", "2026-09-30 2026-10-31"),
        ("two years ago", "2024-01-01 2025-01-01"),
        ("a few days ago", "2026-11-10 2026-11-15"),
        ("in the last 3 days", "2026-11-12 2026-11-16"),
        ("the past week", "2026-11-08 2026-11-16"),
        ("over the past couple of months", "2026-08-15 2026-11-16"),
        // Open to one side, and several.
        ("since May 2023", "2023-05-01 2026-11-16"),
        ("since the last week", "2026-11-02 2026-11-16"),
        ("on 8.5.2023", "2023-05-08 2023-05-09"),
        ("on 5/8/2023", "2023-05-08 2023-05-09"),
        ("on 20/10/2023", "2023-10-20 2023-10-21"),
        ("before 2023", "0000-01-01 2023-01-01"),
        ("after March 3, 2024 and before April 2024", "2024-03-04 2024-04-01"),
        ("between May and July 2023", "2023-05-01 2023-08-01"),
        ("from 2023-05-08 to 2023-05-10", "2023-05-08 2023-05-11"),
    ];
    for (query, expected) in table {
        assert_eq!(days(query), expected, "{query}");
    }
}

#[test]
fn what_is_no_date_is_none() {
    let table = [
        "",
        "what may I do",
        "they march on",
        "March on!",
        "fall in love",
        "RFC-2045 header",
        "chapter 12",
        "2023-13-40",
        "after 2030 and before 2010",
        "second half",
        "the last word",
        "thrice ago",
        "日本語",
        "🚀",
    ];
    for query in table {
        assert_eq!(days(query), "nothing", "{query}");
    }
    assert!(window(&"yesterday ".repeat(100_000), Moment::from_millis(0)).is_some(), "a long question is answered too");
}
