package dev.goldenrod.http.testkit;

import java.util.function.Consumer;

/**
 * One line of the conformance table.
 *
 * @param what the case, in words
 * @param who calls: admin, ann, bob, kim, eve, vic (a viewer), nobody, stranger, expired or
 *     disabled
 * @param request method and path; {@code $name} stands for a fixture
 * @param body with single quotes for double ones; empty for none
 * @param expected as {@link JsonMatcher} reads it, with single quotes; empty for an empty body
 * @param given what is so before
 * @param lastly what is put right afterwards
 */
record Row(
    String what,
    String who,
    String request,
    String body,
    int status,
    String expected,
    Consumer<TestServer> given,
    Consumer<TestServer> lastly) {
  /** A row whose answer has no body. */
  static Row of(String what, String who, String request, String body, int status) {
    return of(what, who, request, body, status, "");
  }

  static Row of(String what, String who, String request, String body, int status, String expected) {
    return new Row(what, who, request, body, status, expected, server -> {}, server -> {});
  }

  /** A row whose answer is an error with that text, and with some details when it is a 400. */
  static Row refused(
      String what, String who, String request, String body, int status, String error) {
    String details = status == 400 ? ",'details':'<details>'" : "";
    return of(what, who, request, body, status, "{'error':'" + quoted(error) + "'" + details + "}");
  }

  /** A row whose answer is a 400 that tells this of the field. */
  static Row invalid(
      String who, String request, String body, String error, String field, String problem) {
    return of(
        field + " " + problem,
        who,
        request,
        body,
        400,
        "{'error':'%s','details':[{'field':'%s','problem':'%s'}]}"
            .formatted(quoted(error), field, quoted(problem)));
  }

  private static String quoted(String text) {
    return text.replace("'", "\\u0027");
  }

  /** The same row under that condition. */
  Row given(Consumer<TestServer> condition, Consumer<TestServer> afterwards) {
    return new Row(what, who, request, body, status, expected, condition, afterwards);
  }

  String title() {
    return request + ": " + status + " " + what;
  }
}
