package dev.goldenrod.http.testkit;

import java.util.function.Consumer;

/**
 * A row of the conformance table.
 *
 * @param what the case, in words
 * @param who caller: admin, ann, bob, kim, eve, vic (a viewer), nobody, stranger, expired or
 *     disabled
 * @param request method and path; {@code $name} is replaced by a fixture
 * @param body with single quotes instead of double quotes; empty for none
 * @param expected body for {@link JsonMatcher}, with single quotes; empty for an empty body
 * @param given setup of the row
 * @param lastly cleanup of the row
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
  static Row of(String what, String who, String request, String body, int status) {
    return of(what, who, request, body, status, "");
  }

  static Row of(String what, String who, String request, String body, int status, String expected) {
    return new Row(what, who, request, body, status, expected, server -> {}, server -> {});
  }

  /** Creates a row whose response is an error; a 400 and a bare conflict also have details. */
  static Row refused(
      String what, String who, String request, String body, int status, String error) {
    boolean hasDetails = status == 400 || error.equals("conflict");
    String details = hasDetails ? ",'details':'<details>'" : "";
    return of(what, who, request, body, status, "{'error':'" + quoted(error) + "'" + details + "}");
  }

  /** Creates a row whose response is a 400 with a problem of one field. */
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

  Row given(Consumer<TestServer> condition, Consumer<TestServer> afterwards) {
    return new Row(what, who, request, body, status, expected, condition, afterwards);
  }

  String title() {
    return request + ": " + status + " " + what;
  }
}
