package dev.goldenrod.http.resource;

import dev.goldenrod.control.Page;
import dev.goldenrod.control.PageRequest;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.route.RequestContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Parameters and responses of paginated lists. */
final class PageViews {
  private static final int DEFAULT_LIMIT = 100;

  private PageViews() {}

  static PageRequest pageRequest(RequestContext request) {
    return new PageRequest(
        request.queryInt("limit", DEFAULT_LIMIT),
        request.queryId("before"),
        request.query("cursor").orElse(null));
  }

  /** Returns the requested page; empty if the request wants the whole list. */
  static Optional<PageRequest> optionalPageRequest(RequestContext request) {
    return hasPageParameters(request)
        ? Optional.of(
            new PageRequest(
                request.queryInt("limit", DEFAULT_LIMIT),
                null,
                request.query("cursor").orElse(null)))
        : Optional.empty();
  }

  private static boolean hasPageParameters(RequestContext request) {
    return request.query("limit").isPresent() || request.query("cursor").isPresent();
  }

  static ApiResponse response(String field, List<?> views, Page<?> page) {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put(field, views);
    body.put("next_cursor", page.nextCursor().orElse(null));
    return ApiResponse.ok(body);
  }

  /** Returns the rows, and {@code next_cursor} if the request has page parameters. */
  static <R> ApiResponse response(
      RequestContext request, String field, Page<R> page, Function<R, ?> view) {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put(field, page.rows().stream().map(view).toList());
    if (hasPageParameters(request)) {
      body.put("next_cursor", page.nextCursor().orElse(null));
    }
    return ApiResponse.ok(body);
  }
}
