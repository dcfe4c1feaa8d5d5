package dev.goldenrod.cli.s3;

import java.net.http.HttpHeaders;

/** What S3 answered. */
record S3Answer(int status, HttpHeaders headers, byte[] body) {
  static final int OK = 200;
  static final int PARTIAL = 206;
  private static final int DELETED = 204;

  /** Whether it is done; some refusals have a status of 200. */
  boolean isDone() {
    return status == PARTIAL || status == DELETED || status == OK && code().isEmpty();
  }

  /** Why it was refused, as in {@code NoSuchUpload}; empty when it tells nothing. */
  String code() {
    return error("Code");
  }

  /** What else it says in that element of a refusal; may be empty. */
  String error(String element) {
    return S3Xml.read(body, "Error").map(error -> error.text(element)).orElse("");
  }

  String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  /** The ETag of a part or object, without its quotes. */
  String etag() {
    return header("ETag").replace("\"", "");
  }
}
