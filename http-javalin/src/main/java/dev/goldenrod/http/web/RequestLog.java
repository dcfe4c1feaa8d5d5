package dev.goldenrod.http.web;

import io.javalin.http.Context;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.event.Level;

/** One line for every request: never a token, a body or a query. */
final class RequestLog {
  private static final Logger LOG = LoggerFactory.getLogger("dev.goldenrod.http.requests");
  private static final Pattern SANE_VERSION = Pattern.compile("[A-Za-z0-9._+-]{1,64}");
  private static final Set<String> PROBES = Set.of("/livez", "/readyz", "/metrics");
  private static final int LONGEST_PATH = 200;

  private RequestLog() {}

  /** The line of a request that was refused before any route was looked for. */
  static void write(String method, String path, int status, String requestId) {
    MDC.put(RequestMarks.REQUEST, requestId);
    LOG.info("{} {} {} 0 ms request={} client=-", method, shortened(path), status, requestId);
    MDC.remove(RequestMarks.REQUEST);
  }

  /** What asks every few seconds whether the server is well is told of when it is not. */
  static void write(Context context, float milliseconds) {
    boolean isProbe = PROBES.contains(context.path()) && context.res().getStatus() == 200;
    try (RequestMarks marks = RequestMarks.of(context)) {
      LOG.atLevel(isProbe ? Level.DEBUG : Level.INFO)
          .log(
              "{} {} {} {} ms request={} client={}",
              context.req().getMethod(),
              shortened(context.path()),
              context.res().getStatus(),
              Math.round(milliseconds),
              marks.requestId(),
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
