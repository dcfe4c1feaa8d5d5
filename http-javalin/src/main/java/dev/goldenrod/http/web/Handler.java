package dev.goldenrod.http.web;

import java.util.concurrent.CompletableFuture;

/**
 * Answers a request by calling a use case; without holding a thread while it waits for something to
 * happen.
 */
@FunctionalInterface
public interface Handler {
  CompletableFuture<ApiResponse> handle(RequestContext request);
}
