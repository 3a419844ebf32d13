//! Small changes of values: what models get wrong, and more.

use serde_json::{Map, Value, json};

use super::generate::any;
use super::random::Random;

/// Changes one place of a value.
pub(crate) fn mutate(value: &mut Value, random: &mut Random) {
    let places = count(value);
    let mut place = random.below(places);
    change_at(value, &mut place, random);
}

/// How many values there are, this one and all inside it.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(map) => map.values().map(count).sum::<usize>(),
        _ => 0,
    }
}

/// Goes to the value of this number and changes it. Whether it was there.
fn change_at(value: &mut Value, place: &mut usize, random: &mut Random) -> bool {
    if *place == 0 {
        change(value, random);
        return true;
    }
    *place -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| change_at(item, place, random)),
        Value::Object(map) => map
            .values_mut()
            .any(|member| change_at(member, place, random)),
        _ => false,
    }
}

fn change(value: &mut Value, random: &mut Random) {
    if random.once_in(6) {
        *value = any(random, 2);
        return;
    }
    if random.once_in(10) {
        *value = swapped(value);
        return;
    }
    match value {
        Value::Object(map) => change_members(map, random),
        Value::Array(items) => match random.below(4) {
            0 => drop(items.pop()),
            1 => items.push(any(random, 1)),
            2 => items.extend(items.first().cloned()),
            _ => items.reverse(),
        },
        Value::String(text) => match random.below(5) {
            0 => drop(text.pop()),
            1 => text.push('x'),
            2 => *text = text.to_uppercase(),
            3 => *text = format!(" {text}"),
            _ => text.clear(),
        },
        Value::Number(number) => *value = changed_number(number, random),
        Value::Bool(flag) => *flag = !*flag,
        Value::Null => *value = any(random, 1),
    }
}

/// The same in another kind of JSON.
fn swapped(value: &Value) -> Value {
    match value {
        Value::Null => json!("null"),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => Value::String(value.to_string()),
        Value::String(text) => json!([text]),
        Value::Array(items) => items.first().cloned().unwrap_or(Value::Null),
    }
}

fn changed_number(number: &serde_json::Number, random: &mut Random) -> Value {
    let float = number.as_f64().unwrap_or_default();
    match random.below(7) {
        0 => json!(float + 0.5),
        1 => json!(float),
        2 => json!(-float),
        3 => json!(float * 1e30),
        4 => json!(u64::MAX),
        5 => json!(i64::MIN),
        _ => number
            .as_i64()
            .map_or(json!(0), |number| json!(number.wrapping_add(1))),
    }
}

fn change_members(map: &mut Map<String, Value>, random: &mut Random) {
    let keys: Vec<String> = map.keys().cloned().collect();
    let key = match keys.as_slice() {
        [] => String::new(),
        keys => random.pick(keys).clone(),
    };
    match random.below(7) {
        0 | 1 => drop(map.shift_remove(&key)),
        2 => drop(map.insert("unknown".to_owned(), any(random, 1))),
        3 => {
            if let Some(value) = map.shift_remove(&key) {
                map.insert(misspelt(&key, random), value);
            }
        }
        4 => drop(map.insert(key, Value::Null)),
        5 => drop(map.insert(misspelt(&key, random), any(random, 1))),
        _ => {
            let order: Vec<_> = std::mem::take(map).into_iter().collect();
            map.extend(order.into_iter().rev());
        }
    }
}

fn misspelt(key: &str, random: &mut Random) -> String {
    match random.below(5) {
        0 => key.to_uppercase(),
        1 => key.replace('_', "-"),
        2 => format!("{key}s"),
        3 => key.chars().skip(1).collect(),
        // Aliases of the argument types.
        _ => (*random.pick(&["filePath", "file_path", "3rd"])).to_owned(),
    }
}
