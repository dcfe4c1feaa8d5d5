package dev.goldenrod.http.web;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.member.Actor;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What happens to a request around its handler: the token, the role, the body, the answer. */
public final class Pipeline {
  private static final String BEARER = "Bearer ";

  private final ControlPlane control;
  private final IdempotencyFilter idempotency;
  private final Executor threads;

  /** A pipeline that writes the answers of those that waited on the threads. */
  public Pipeline(ControlPlane control, Executor threads) {
    this.control = control;
    this.idempotency = new IdempotencyFilter(control.idempotencyKeys());
    this.threads = threads;
  }

  /** Answers the request on the route; every outcome is written as an answer. */
  void handle(Context context, Route route) {
    CompletableFuture<ApiResponse> answer = attempt(context, route);
    if (answer.isDone()) {
      write(context, outcome(context, answer));
    } else {
      context.future(
          () ->
              answer
                  .handleAsync((done, failure) -> outcome(context, answer), threads)
                  .thenAccept(done -> write(context, done)));
    }
  }

  /** Answers a request that no route could take, or whose answer broke. */
  static void fail(Exception thrown, Context context) {
    write(context, ExceptionMapper.toResponse(context, thrown));
  }

  private static void write(Context context, ApiResponse answer) {
    context.status(answer.status());
    answer.headers().forEach(context::header);
    Object body = answer.body();
    if (body == null) {
      context.res().setContentType(null);
    } else if (body instanceof ApiResponse.Text text) {
      context
          .contentType(text.contentType())
          .result(text.content().getBytes(StandardCharsets.UTF_8));
    } else {
      context.contentType("application/json").result(Json.bytes(body));
    }
  }

  private CompletableFuture<ApiResponse> attempt(Context context, Route route) {
    String token = token(context.header("Authorization"));
    try {
      return handle(context, route, token);
    } catch (RuntimeException | Error refusal) {
      return CompletableFuture.failedFuture(
          route.access() == Access.CALLER ? refusalOfToken(token).orElse(refusal) : refusal);
    }
  }

  private CompletableFuture<ApiResponse> handle(Context context, Route route, String token) {
    long begun = System.nanoTime();
    Actor known =
        switch (route.access()) {
          case PUBLIC -> null;
          case MEMBER, ADMIN -> member(token, route.access());
          case CALLER -> {
            requireToken(token);
            yield null;
          }
        };
    Supplier<Actor> actor = () -> known == null ? member(token, route.access()) : known;
    byte[] body = BodyLoader.body(context.req());
    return route
        .handler()
        .handle(
            new RequestContext(context, route.errorDetail(), actor, token, body, begun),
            idempotency);
  }

  private Optional<Throwable> refusalOfToken(String token) {
    try {
      member(token, Access.CALLER);
      return Optional.empty();
    } catch (RuntimeException refusal) {
      return Optional.of(refusal);
    }
  }

  private ApiResponse outcome(Context context, CompletableFuture<ApiResponse> done) {
    try {
      return done.join();
    } catch (RuntimeException refusal) {
      return ExceptionMapper.toResponse(context, refusal);
    }
  }

  private Actor member(String token, Access access) {
    requireToken(token);
    Actor actor = control.members().authenticate(token);
    if (access == Access.ADMIN && !actor.isAdmin()) {
      throw ApiException.of(ErrorTable.error(403, "forbidden"));
    }
    return actor;
  }

  private static void requireToken(String token) {
    if (token.isEmpty()) {
      throw ApiException.of(ErrorTable.unauthorized());
    }
  }

  /** Whether the route would be used with that header, whatever the request's body is. */
  boolean admits(Route route, @Nullable String authorization) {
    if (route.access() == Access.PUBLIC) {
      return true;
    }
    try {
      member(token(authorization), route.access());
      return true;
    } catch (RuntimeException refused) {
      return false;
    }
  }

  private static String token(@Nullable String header) {
    if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return "";
    }
    String token = header.substring(BEARER.length()).strip();
    return token.indexOf(' ') < 0 ? token : "";
  }
}
