package dev.goldenrod.http.resource;

import dev.goldenrod.control.Page;
import dev.goldenrod.control.PageRequest;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.route.RequestContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lists that are asked for and answered page by page. */
final class PageViews {
  private static final int DEFAULT_LIMIT = 100;

  private PageViews() {}

  static PageRequest asked(RequestContext request) {
    return new PageRequest(
        request.queryInt("limit", DEFAULT_LIMIT),
        request.queryId("before"),
        request.query("cursor").orElse(null));
  }

  /** The rows in that field, with {@code next_cursor} for who asked for a page. */
  static <R> ApiResponse answer(
      RequestContext request, String field, Page<R> page, Function<R, ?> view) {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put(field, page.rows().stream().map(view).toList());
    if (request.query("limit").isPresent() || request.query("cursor").isPresent()) {
      body.put("next_cursor", page.nextCursor().orElse(null));
    }
    return ApiResponse.ok(body);
  }
}
