//! Words without their inflection, so that `calculates`, `calculated` and `calculating` are one.

/// Takes the inflection off a word in lower case.
///
/// It is far less than a full stemmer: derived words (`calculator`) are brought together by their
/// common beginning, at less weight.
pub(super) fn stem(word: &mut String) {
    let plain = |b: u8| b.is_ascii_lowercase();
    if word.len() < 4 || !word.bytes().all(plain) || irregular(word) {
        return;
    }
    let before = word.len();
    singular(word);
    if word.len() < before && irregular(word) {
        return;
    }
    for suffix in ["ing", "ed"] {
        let Some(rest) = word.strip_suffix(suffix) else {
            continue;
        };
        if rest.len() >= 3 && rest.bytes().any(|b| b"aeiouy".contains(&b)) {
            word.truncate(rest.len());
            undouble(word);
            break;
        }
    }
    if word.len() > 4 && word.ends_with('e') {
        word.pop();
    }
}

fn singular(word: &mut String) {
    let length = word.len();
    if !word.ends_with('s') || length < 4 {
        return;
    }
    if length > 4 && word.ends_with("ies") {
        word.truncate(length - 3);
        word.push('y');
    } else if length > 4
        && ["sses", "shes", "ches", "xes", "zes"]
            .iter()
            .any(|end| word.ends_with(end))
    {
        word.truncate(length - 2);
    } else if !["ss", "us", "is"].iter().any(|end| word.ends_with(end)) {
        word.pop();
    }
}

/// `stopp` is `stop`, but `sell`, `miss` and `buzz` stay.
fn undouble(word: &mut String) {
    if let [.., a, b] = word.as_bytes()
        && a == b
        && word.len() > 3
        && !b"lsz".contains(b)
    {
        word.pop();
    }
}

/// Words that no rule brings together. True if `word` is one of them.
fn irregular(word: &mut String) -> bool {
    let stem = match word.as_str() {
        "analysis" | "analyses" | "analyze" | "analyse" | "analyzer" | "analyzing"
        | "analysing" | "analyzed" | "analytics" | "analytic" => "analy",
        "summaries" | "summary" | "summarize" | "summarise" | "summarizing" | "summarization" => {
            "summar"
        }
        "subscription" | "subscriptions" | "subscribe" | "subscriber" => "subscrib",
        "conversion" | "conversions" => "convert",
        "deletion" => "delet",
        "expenditure" => "expens",
        "bought" => "buy",
        "sent" => "send",
        "found" => "find",
        "written" | "wrote" => "write",
        "made" => "make",
        "driven" | "drove" => "drive",
        "sold" => "sell",
        "paid" => "pay",
        "children" => "child",
        "women" => "woman",
        "people" => "person",
        "cities" => "city",
        "indices" => "index",
        _ => return false,
    };
    word.clear();
    word.push_str(stem);
    true
}

#[cfg(test)]
mod tests {
    #[test]
    fn inflected_words_meet() {
        for family in [
            "calculate calculates calculated calculating",
            "stop stops stopped stopping",
            "city cities",
            "box boxes",
            "analysis analyse analyzing analytics",
            "send sent sending",
        ] {
            let mut stems: Vec<String> = family.split(' ').map(str::to_owned).collect();
            stems.iter_mut().for_each(super::stem);
            stems.dedup();
            assert_eq!(stems.len(), 1, "{stems:?}");
        }
    }

    #[test]
    fn short_and_foreign_words_stay() {
        for word in ["gas", "bus", "status", "css", "größe", "h264", "sing"] {
            let mut stem = word.to_owned();
            super::stem(&mut stem);
            assert_eq!(stem, word);
        }
    }
}
