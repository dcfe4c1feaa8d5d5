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
import java.util.function.Supplier;
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

  /**
   * Returns the requested page with {@code next_cursor}, or all rows if no page is requested.
   *
   * @param asked see {@link #optionalPageRequest}
   */
  static <R> ApiResponse response(
      String field,
      Optional<PageRequest> asked,
      Function<PageRequest, Page<R>> page,
      Supplier<List<R>> all,
      Function<List<R>, List<?>> views) {
    return asked
        .map(page)
        .map(found -> response(field, views.apply(found.rows()), found))
        .orElseGet(() -> ApiResponse.ok(Map.of(field, views.apply(all.get()))));
  }

  private static ApiResponse response(String field, List<?> views, Page<?> page) {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put(field, views);
    body.put("next_cursor", page.nextCursor().orElse(null));
    return ApiResponse.ok(body);
  }

  /** Returns the rows, and {@code next_cursor} if the request has page parameters. */
  static <R> ApiResponse response(
      RequestContext request, String field, Page<R> page, Function<R, ?> view) {
    List<?> views = page.rows().stream().map(view).toList();
    return hasPageParameters(request)
        ? response(field, views, page)
        : ApiResponse.ok(Map.of(field, views));
  }
}
