package dev.goldenrod.http.web;

import java.util.concurrent.CompletableFuture;

/** Answers a route's requests, repeated ones by what was kept. */
@FunctionalInterface
interface RouteHandler {
  CompletableFuture<ApiResponse> handle(RequestContext request, IdempotencyFilter idempotency);
}
