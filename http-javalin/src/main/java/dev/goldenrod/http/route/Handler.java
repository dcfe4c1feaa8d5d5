package dev.goldenrod.http.route;

import dev.goldenrod.http.answer.ApiResponse;
import java.util.concurrent.CompletableFuture;

/** Handles a request by calling a use case. Must not block a thread while waiting for an event. */
@FunctionalInterface
public interface Handler {
  CompletableFuture<ApiResponse> handle(RequestContext request);
}
