package dev.goldenrod.http.web;

import io.javalin.http.Context;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.event.Level;

/**
 * Logs one line per request, never with a token, a body or a query. Errors are logged at INFO and
 * the frequent successful requests at DEBUG.
 */
final class RequestLog {
  private static final Logger LOG = LoggerFactory.getLogger("dev.goldenrod.http.requests");
  private static final Pattern SANE_VERSION = Pattern.compile("[A-Za-z0-9._+-]{1,64}");
  private static final int FIRST_REFUSAL = 400;
  private static final int LONGEST_PATH = 200;

  private RequestLog() {}

  static void write(String method, String path, int status, String requestId) {
    MDC.put(RequestMdc.REQUEST, requestId);
    LOG.info("{} {} {} 0 ms request={} client=-", method, shortened(path), status, requestId);
    MDC.remove(RequestMdc.REQUEST);
  }

  /** Logs a request that a route answered. */
  static void write(Context context, float milliseconds) {
    int status = context.res().getStatus();
    Level level = status < FIRST_REFUSAL ? Level.DEBUG : Level.INFO;
    if (!LOG.isEnabledForLevel(level)) {
      return;
    }
    try (RequestMdc mdc = RequestMdc.of(context)) {
      LOG.atLevel(level)
          .log(
              "{} {} {} {} ms request={} client={}",
              context.req().getMethod(),
              shortened(context.path()),
              status,
              Math.round(milliseconds),
              mdc.requestId(),
              version(context.header("X-Client-CLI-Version")));
    }
  }

  private static String shortened(String path) {
    return path.length() <= LONGEST_PATH ? path : path.substring(0, LONGEST_PATH) + "...";
  }

  private static String version(@Nullable String text) {
    return text != null && SANE_VERSION.matcher(text).matches() ? text : "-";
  }
}
