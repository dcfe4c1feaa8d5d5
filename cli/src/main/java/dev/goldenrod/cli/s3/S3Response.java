package dev.goldenrod.cli.s3;

import java.net.http.HttpHeaders;

record S3Response(int status, HttpHeaders headers, byte[] body) {
  static final int OK = 200;
  static final int PARTIAL = 206;
  private static final int DELETED = 204;

  /** Returns whether the request succeeded; some S3 errors have the status 200. */
  boolean isDone() {
    return status == PARTIAL || status == DELETED || status == OK && code().isEmpty();
  }

  /** Returns the error code, as in {@code NoSuchUpload}; empty if there is none. */
  String code() {
    return error("Code");
  }

  /** Returns the text of an element of the error; may be empty. */
  String error(String element) {
    return S3Xml.read(body, "Error").map(error -> error.text(element)).orElse("");
  }

  String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  String etag() {
    return header("ETag").replace("\"", "");
  }
}
