//! Verifies webhooks with the Standard Webhooks library for Rust: one JSON object a line, and "ok" or the error for each.
use std::io::{stdin, BufRead};

use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;
use standardwebhooks::Webhook;

fn main() {
    for line in stdin().lock().lines() {
        let sent: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let mut headers = HeaderMap::new();
        for (name, value) in sent["headers"].as_object().unwrap() {
            headers.insert(
                HeaderName::try_from(name.as_str()).unwrap(),
                HeaderValue::from_str(value.as_str().unwrap()).unwrap(),
            );
        }
        let body = sent["body"].as_str().unwrap().as_bytes();
        let verified = Webhook::new(sent["secret"].as_str().unwrap())
            .and_then(|webhook| webhook.verify(body, &headers));
        match verified {
            Ok(()) => println!("ok"),
            Err(error) => println!("{error}"),
        }
    }
}
