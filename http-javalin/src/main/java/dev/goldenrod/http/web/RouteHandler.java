package dev.goldenrod.http.web;

import java.util.concurrent.CompletableFuture;

/** Answers a route's requests, repeated ones by what was kept. */
@FunctionalInterface
interface RouteHandler {
  CompletableFuture<Answer> handle(Call call, Replays replays);
}
