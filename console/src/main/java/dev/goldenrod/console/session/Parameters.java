package dev.goldenrod.console.session;

import dev.goldenrod.port.ValueNormalizer;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.util.List;
import java.util.Map;

/** Checks a request's parameters before a handler uses them. */
final class Parameters {
  private static final int MALFORMED = 400;

  private Parameters() {}

  /**
   * Reads the query and the form.
   *
   * @throws HttpResponseException if one of them cannot be read or stored; with 413 or 503 if the
   *     server has not accepted the form
   */
  static void check(Context context) {
    Map<String, List<String>> query;
    Map<String, List<String>> form;
    try {
      query = context.queryParamMap();
      form = context.req().getMethod().equals("POST") ? context.formParamMap() : Map.of();
    } catch (Exception unreadable) {
      throw refusal(unreadable);
    }
    requireStorable(query);
    requireStorable(form);
  }

  /** Finds the server's own refusal among the causes; other failures are the client's. */
  private static HttpResponseException refusal(Exception unreadable) {
    for (Throwable cause = unreadable; cause != null; cause = cause.getCause()) {
      if (cause instanceof HttpResponseException refused) {
        return refused;
      }
    }
    return new HttpResponseException(MALFORMED, "the form or the address cannot be read");
  }

  private static void requireStorable(Map<String, List<String>> parameters) {
    parameters.forEach(
        (name, values) -> {
          if (!values.stream().allMatch(ValueNormalizer::isStorable)) {
            throw new HttpResponseException(
                MALFORMED, "a field has a character that cannot be stored");
          }
        });
  }
}
