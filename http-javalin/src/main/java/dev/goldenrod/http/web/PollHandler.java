package dev.goldenrod.http.web;

import java.util.concurrent.CompletableFuture;

/** Answers a request that may wait for something to happen, without holding a thread meanwhile. */
@FunctionalInterface
public interface PollHandler {
  CompletableFuture<ApiResponse> handle(RequestContext request);
}
