//! The span of time that a question speaks of: "yesterday", "last week", "in May 2023", "3 days ago", "2023-05-08".

use super::{
    calendar::{Date, monday, number, start},
    token::{Token, tokens},
};
use kernel::time::{DAY_MS, Moment};

const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/// Seasons of the north, by their first months.
const SEASONS: [(&str, i64); 5] = [("spring", 3), ("summer", 6), ("autumn", 9), ("fall", 9), ("winter", 12)];
const NUMBERS: [&str; 12] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
/// Words after which "may" and "march" are months and a number is a year.
const BEFORE_DATES: [&str; 19] = [
    "in", "on", "of", "during", "since", "before", "after", "until", "till", "by", "from", "to", "between", "and", "last", "this", "next", "early",
    "late",
];

/// Days from one to before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    from: i64,
    until: i64,
}

/// The time that a question speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// Its beginning.
    pub from: Moment,
    /// The first moment after it.
    pub until: Moment,
    /// The words that count it from now, in lower case: "last", "week". What was said then does not hold them.
    counted: Vec<String>,
    /// The words that name it on the calendar: "may", "2023", "tuesday".
    named: Vec<String>,
    /// It is open to one side: "since May", "before May".
    is_open: bool,
}

/// Words that ask what there was at a time, and say nothing else.
const ASKING: [&str; 15] = [
    "happen",
    "happened",
    "happening",
    "happens",
    "going",
    "went",
    "done",
    "talk",
    "talked",
    "talking",
    "discuss",
    "discussed",
    "say",
    "said",
    "spoke",
];

/// How well a moment within a window fits, by how many days that has at most: as well as one that is named by its day, its week,
/// its month or its year.
const FITS: [(i64, f32); 3] = [(2, 2.0), (10, 1.5), (62, 1.0)];
const FITS_LONGER: f32 = 0.3;
const FITS_BEFORE: f32 = 1.0;

impl Window {
    /// Whether a word of the question only says which time is meant, or that it is asked about; `named` if it is a date of the
    /// calendar, which may be said of other things too.
    pub fn says(&self, word: &str, named: bool) -> bool {
        let within = |list: &[String]| list.iter().any(|known| known == word);
        within(&self.counted) || ASKING.contains(&word) || (named && within(&self.named))
    }

    /// Whether it is open to one side, so that what is outside is what was not meant.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    /// How well a moment fits; 0 if it is outside.
    pub(crate) fn fit(&self, at: Moment) -> f32 {
        if at < self.from || at >= self.until {
            return 0.0;
        }
        if self.from.millis() == i64::MIN {
            return FITS_BEFORE;
        }
        let days = self.until.millis().saturating_sub(self.from.millis()) / DAY_MS;
        FITS.iter().find(|(most, _)| days <= *most).map_or(FITS_LONGER, |(_, fits)| *fits)
    }
}

/// The time that a question speaks of, from its beginning to before its end; `None` if it names none. Several dates are
/// covered by one span; "since", "after", "before" and "until" open it to one side. A month without a year is the latest
/// one that has begun; a week begins on Monday; weeks and months ago are those around that day.
pub fn window(query: &str, now: Moment) -> Option<Window> {
    let tokens = tokens(query);
    let reader = Reader { tokens: &tokens, today: number_of(Date::at(now)), year: tokens.iter().find_map(Token::year) };
    let (mut covered, mut lowest, mut highest): (Option<Span>, Option<i64>, Option<i64>) = (None, None, None);
    let (mut named, mut counted) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let Some((span, length)) = reader.dated(at).or_else(|| reader.counted(at)) else {
            at += 1;
            continue;
        };
        let is_date = reader.dated(at).is_some();
        for word in tokens[at..at + length].iter().map(|token| token.lower.clone()) {
            // Who speaks of Tuesday says "Tuesday", too.
            let is_said = is_date || WEEKDAYS.contains(&word.as_str());
            if is_said { &mut named } else { &mut counted }.push(word);
        }
        match reader.word_before(at) {
            "since" => lowest = Some(span.from),
            "after" => lowest = Some(span.until),
            "before" => highest = Some(span.from),
            "until" | "till" | "by" => highest = Some(span.until),
            _ => covered = Some(covered.map_or(span, |known| Span { from: known.from.min(span.from), until: known.until.max(span.until) })),
        }
        at += length;
    }
    if covered.is_none() && lowest.is_none() && highest.is_none() {
        return None;
    }
    let from = covered.map(|span| span.from).into_iter().chain(lowest).max();
    let until = covered.map(|span| span.until).into_iter().chain(highest).min();
    let is_open = lowest.is_some() || highest.is_some();
    let from = from.map_or(Moment::from_millis(i64::MIN), start);
    // What is open ends now; what is to come may be named.
    let until = until.map_or_else(|| start(reader.today + 1).max(from), start);
    (from < until).then_some(Window { from, until, counted, named, is_open })
}

fn number_of(date: Date) -> i64 {
    number(date.year, date.month, date.day)
}

struct Reader<'t, 'q> {
    tokens: &'t [Token<'q>],
    today: i64,
    /// A year that the question names anywhere, for the months that do not.
    year: Option<i64>,
}

/// A span, and how many tokens name it.
type Read = Option<(Span, usize)>;

impl Reader<'_, '_> {
    /// A date of the calendar.
    fn dated(&self, at: usize) -> Read {
        self.numeric(at)
            .or_else(|| self.day_first(at))
            .or_else(|| self.day_and_month(at))
            .or_else(|| self.month_and_day(at))
            .or_else(|| self.lone_year(at))
    }

    /// A time counted from now.
    fn counted(&self, at: usize) -> Read {
        self.ago(at).or_else(|| self.trailing(at)).or_else(|| self.named_day(at)).or_else(|| self.near(at))
    }

    fn get(&self, at: usize) -> Option<&Token<'_>> {
        self.tokens.get(at)
    }

    /// The word before, without an article.
    fn word_before(&self, at: usize) -> &str {
        let word = |back: usize| at.checked_sub(back).and_then(|place| self.get(place)).map_or("", |token| token.lower.as_str());
        if matches!(word(1), "the" | "a" | "an") { word(2) } else { word(1) }
    }

    fn day(day: i64) -> Span {
        Span { from: day, until: day + 1 }
    }

    fn month(year: i64, month: i64) -> Span {
        Span { from: number(year, month, 1), until: number(year, month + 1, 1) }
    }

    fn year(year: i64) -> Span {
        Span { from: number(year, 1, 1), until: number(year + 1, 1, 1) }
    }

    /// A day that the calendar has.
    fn date(year: i64, month: i64, day: i64) -> Option<Span> {
        let at = number(year, month, day);
        (Date::of(at) == Date { year, month, day }).then(|| Self::day(at))
    }

    /// 2023-05-08, 2023/05/08, 2023-05.
    fn numeric(&self, at: usize) -> Read {
        let year = self.get(at)?.year()?;
        let second = self.get(at + 1).filter(|token| matches!(token.gap, "-" | "/"))?;
        let month = second.day().filter(|month| (1..=12).contains(month) && second.lower.len() == 2)?;
        let third = self.get(at + 2).filter(|token| token.gap == second.gap);
        // "08T10" is a day with an hour behind it.
        let day = third.and_then(|token| token.day().or_else(|| token.lower.split_once('t')?.0.parse().ok()));
        match day {
            Some(day) => Some((Self::date(year, month, day)?, 3)),
            None => Some((Self::month(year, month), 2)),
        }
    }

    /// 8.5.2023, 5/8/2023: with strokes the month comes first where it can.
    fn day_first(&self, at: usize) -> Read {
        let [first, second, third] = [self.get(at)?, self.get(at + 1)?, self.get(at + 2)?];
        let gap = second.gap;
        let (a, b, year) = (first.day()?, second.day().filter(|_| matches!(gap, "." | "/"))?, third.year().filter(|_| third.gap == gap)?);
        let (day, month) = if gap == "/" && a <= 12 { (b, a) } else { (a, b) };
        Some((Self::date(year, month, day)?, 3))
    }

    /// Whether a token is a month here: "may" and "march" need something that makes them one.
    fn month_at(&self, at: usize) -> Option<i64> {
        let token = self.get(at)?;
        let month = token.month_or_short()?;
        let other_word = matches!(token.lower.as_str(), "may" | "march" | "mar" | "jun" | "dec" | "sep" | "oct" | "jan");
        let beside = |place: Option<usize>| place.and_then(|place| self.get(place)).is_some_and(|near| near.day().or(near.year()).is_some());
        let dated = self.get(at.wrapping_sub(1)).is_some_and(|before| before.is(&BEFORE_DATES)) || beside(Some(at + 1)) || beside(at.checked_sub(1));
        let capital = at > 0 && token.raw.starts_with(char::is_uppercase);
        (!other_word || dated || capital).then_some(month)
    }

    /// The year of a month: written behind it, named elsewhere, or that of the latest such month.
    fn year_of(&self, at: usize, from_number: impl Fn(i64) -> i64) -> (i64, usize) {
        if let Some(year) = self.get(at).and_then(Token::year) {
            return (year, 1);
        }
        let this = Date::of(self.today).year;
        let latest = if from_number(this) <= self.today { this } else { this - 1 };
        (self.year.unwrap_or(latest), 0)
    }

    /// 8 May 2023, the 8th of May.
    fn day_and_month(&self, at: usize) -> Read {
        let day = self.get(at)?.day().filter(|day| (1..=31).contains(day))?;
        let of = usize::from(self.get(at + 1).is_some_and(|token| token.lower == "of"));
        let month = self.month_at(at + 1 + of)?;
        let (year, more) = self.year_of(at + 2 + of, |year| number(year, month, day));
        Some((Self::date(year, month, day)?, 2 + of + more))
    }

    /// May 8, 2023; May 2023; May.
    fn month_and_day(&self, at: usize) -> Read {
        let month = self.month_at(at)?;
        if let Some(day) = self.get(at + 1).and_then(Token::day).filter(|day| (1..=31).contains(day)) {
            let (year, more) = self.year_of(at + 2, |year| number(year, month, day));
            return Some((Self::date(year, month, day)?, 2 + more));
        }
        let (year, more) = self.year_of(at + 1, |year| number(year, month, 1));
        let date = Date::of(self.today);
        let year = match self.word_before(at) {
            // The month that is now is not the last one.
            "last" if month == date.month && year == date.year => year - 1,
            "next" if more == 0 => date.year + i64::from(month <= date.month),
            _ => year,
        };
        Some((Self::month(year, month), 1 + more))
    }

    /// "in 1987"; a year by itself if it is not far from now, as other numbers have four digits too.
    fn lone_year(&self, at: usize) -> Read {
        let token = self.get(at)?;
        let year = token.year()?;
        let near = (1990..=Date::of(self.today).year + 1).contains(&year) && token.gap.trim_start_matches([',', '(']) == " ";
        let asked = self.get(at.wrapping_sub(1)).is_some_and(|before| before.is(&BEFORE_DATES));
        (near || asked || self.tokens.len() == 1).then(|| (Self::year(year), 1))
    }

    fn count(&self, at: usize) -> Option<i64> {
        let word = &self.get(at)?.lower;
        let named = NUMBERS.iter().position(|number| number == word).and_then(|place| i64::try_from(place + 1).ok());
        named.or_else(|| matches!(word.as_str(), "a" | "an").then_some(1)).or_else(|| word.parse().ok().filter(|count| (1..=1_000).contains(count)))
    }

    /// "3 days ago", "a week ago", "a couple of months ago", "a few days ago".
    fn ago(&self, at: usize) -> Read {
        let (mut count, mut unit) = (self.count(at)?, at + 1);
        let vague = self.get(unit).is_some_and(|token| token.is(&["couple", "few"]));
        if vague {
            count = if self.get(unit)?.lower == "few" { 3 } else { 2 };
            unit += 1 + usize::from(self.get(unit + 1).is_some_and(|token| token.lower == "of"));
        }
        self.get(unit + 1).filter(|token| token.lower == "ago")?;
        let date = Date::of(self.today);
        let around = |day: i64, reach: i64| Span { from: day - reach, until: day + reach + 1 };
        let span = match self.get(unit)?.lower.as_str() {
            "minute" | "minutes" | "hour" | "hours" => Self::day(self.today),
            "day" | "days" => around(self.today - count, i64::from(vague) * 2),
            "week" | "weeks" => around(self.today - 7 * count, 3 + i64::from(vague) * 4),
            "month" | "months" => around(number(date.year, date.month - count, date.day), 15),
            "year" | "years" => Self::year(date.year - count),
            _ => return None,
        };
        Some((span, unit + 2 - at))
    }

    /// "the last 3 days", "the past week": up to and with today.
    fn trailing(&self, at: usize) -> Read {
        let past = self.get(at)?.is(&["past"]);
        if !past && !self.get(at)?.is(&["last", "previous"]) {
            return None;
        }
        let few = self.get(at + 1).is_some_and(|token| token.is(&["few", "couple"]));
        let of = usize::from(few && self.get(at + 2).is_some_and(|token| token.lower == "of"));
        let (count, unit) = match self.count(at + 1) {
            Some(count) => (count, at + 2),
            None if few => (3, at + 2 + of),
            None if past => (1, at + 1),
            None => return None,
        };
        let date = Date::of(self.today);
        let from = match self.get(unit)?.lower.as_str() {
            "hour" | "hours" => self.today - 1,
            "day" | "days" => self.today - count,
            "week" | "weeks" => self.today - 7 * count,
            "month" | "months" => number(date.year, date.month - count, date.day),
            "year" | "years" => number(date.year - count, date.month, date.day),
            _ => return None,
        };
        Some((Span { from, until: self.today + 1 }, unit + 1 - at))
    }

    /// "today", "yesterday", "the day before yesterday", "last night", "this morning".
    fn named_day(&self, at: usize) -> Read {
        let word = |ahead: usize| self.get(at + ahead).map_or("", |token| token.lower.as_str());
        let (back, length) = match (word(0), word(1), word(2)) {
            ("day", "before", "yesterday") => (2, 3),
            ("last", "night", _) => (1, 2),
            ("this", "morning" | "afternoon" | "evening", _) => (0, 2),
            ("today" | "tonight", ..) => (0, 1),
            ("yesterday", ..) => (1, 1),
            ("tomorrow", ..) => (-1, 1),
            _ => return None,
        };
        Some((Self::day(self.today - back), length))
    }

    /// "last week", "this month", "next year", "last Friday", "on Friday", "last summer", "summer 2022".
    fn near(&self, at: usize) -> Read {
        let which = match self.get(at)?.lower.as_str() {
            "last" | "previous" => -1,
            "this" | "current" => 0,
            "next" | "coming" => 1,
            _ => return self.weekday(at, 0).or_else(|| self.season(at, None)),
        };
        let date = Date::of(self.today);
        let week = monday(self.today) + 7 * which;
        let span = match self.get(at + 1)?.lower.as_str() {
            "week" => Span { from: week, until: week + 7 },
            // On a Sunday or a Saturday, the last weekend is the one before.
            "weekend" => Span { from: week + 5, until: week + 7 },
            "month" => Self::month(date.year, date.month + which),
            "year" => Self::year(date.year + which),
            _ => {
                let (span, length) = self.weekday(at + 1, which).or_else(|| self.season(at + 1, Some(which)))?;
                return Some((span, length + 1));
            }
        };
        Some((span, 2))
    }

    /// The latest such day, today too unless it is the last or the next one that is meant.
    fn weekday(&self, at: usize, which: i64) -> Read {
        let token = self.get(at)?;
        let place = WEEKDAYS.iter().position(|day| *day == token.lower || token.lower.strip_suffix('s') == Some(*day))?;
        let back = (self.today - monday(self.today) - i64::try_from(place).ok()?).rem_euclid(7);
        let day = match which {
            -1 if back == 0 => self.today - 7,
            1 => self.today - back + 7,
            _ => self.today - back,
        };
        Some((Self::day(day), 1))
    }

    /// A season with a year, or the last, this or next one: by itself the word means too many things.
    fn season(&self, at: usize, which: Option<i64>) -> Read {
        let token = self.get(at)?;
        let first = SEASONS.iter().find(|(name, _)| *name == token.lower)?.1;
        let span = |year: i64| Span { from: number(year, first, 1), until: number(year, first + 3, 1) };
        let of = usize::from(self.get(at + 1).is_some_and(|token| token.lower == "of"));
        if let Some(year) = self.get(at + 1 + of).and_then(Token::year) {
            return Some((span(year), 2 + of));
        }
        let this = Date::of(self.today).year;
        let span = match which? {
            -1 => (0..3).map(|back| span(this - back)).find(|span| span.until <= self.today)?,
            1 => (0..2).map(|ahead| span(this + ahead)).find(|span| span.from > self.today)?,
            _ => (-1..2).map(|ahead| span(this + ahead)).find(|span| span.until > self.today)?,
        };
        Some((span, 1))
    }
}
