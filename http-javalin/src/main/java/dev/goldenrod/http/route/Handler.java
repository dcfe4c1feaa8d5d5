package dev.goldenrod.http.route;

import dev.goldenrod.http.answer.ApiResponse;
import java.util.concurrent.CompletableFuture;

/**
 * Answers a request by calling a use case; without holding a thread while it waits for something to
 * happen.
 */
@FunctionalInterface
public interface Handler {
  CompletableFuture<ApiResponse> handle(RequestContext request);
}
