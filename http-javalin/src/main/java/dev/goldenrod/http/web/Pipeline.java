package dev.goldenrod.http.web;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.IdempotencyKeys;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ApiResponse.SecretBody;
import dev.goldenrod.http.answer.ExceptionMapper;
import dev.goldenrod.http.answer.Json;
import dev.goldenrod.http.answer.RequestIds;
import dev.goldenrod.http.body.BodySource;
import dev.goldenrod.http.route.LongPolls;
import dev.goldenrod.http.route.PeerForwarder;
import dev.goldenrod.http.route.Permission;
import dev.goldenrod.http.route.Permission.Access;
import dev.goldenrod.http.route.ReplayableHandler;
import dev.goldenrod.http.route.RequestAuthorizer;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.member.Actor;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Processes a request around its handler: authentication, authorization, body, and response. */
final class Pipeline {
  static final String ROUTE = "dev.goldenrod.route";

  private final RequestAuthorizer authorizer;
  private final IdempotencyKeys idempotencyKeys;
  private final LongPolls polls;
  private final BodySource bodies;
  private final PeerForwarder peers;

  Pipeline(ControlPlane control, LongPolls polls, BodySource bodies) {
    this.authorizer = new RequestAuthorizer(control.members());
    this.idempotencyKeys = control.idempotencyKeys();
    this.polls = polls;
    this.bodies = bodies;
    this.peers = new PeerForwarder(control.clusters());
  }

  void handle(Context context, Route route) {
    begin(context);
    context.attribute(ROUTE, route.path());
    RequestSpan span = RequestSpan.begin(context, route);
    try (RequestMdc mdc = RequestMdc.of(context)) {
      respond(context, route, span, mdc);
    }
  }

  private void respond(Context context, Route route, RequestSpan span, RequestMdc mdc) {
    CompletableFuture<ApiResponse> answer = span.around(() -> attempt(context, route));
    if (answer.isDone() || !context.req().isAsyncSupported()) {
      boolean waited = !answer.isDone();
      write(context, span.around(() -> outcome(context, route, answer, waited)));
      span.end(context);
    } else {
      context.future(
          () ->
              answer
                  .handleAsync(
                      (done, failure) ->
                          span.around(
                              () -> mdc.around(() -> outcome(context, route, answer, true))),
                      polls.threads())
                  .thenAccept(done -> write(context, done))
                  .whenComplete((written, failure) -> span.end(context)));
    }
  }

  /** Answers a request that no route accepted or whose handling failed. */
  static void fail(Exception thrown, Context context) {
    begin(context);
    write(context, ExceptionMapper.toResponse(context, thrown));
  }

  /** Sets the headers of every response; keeps a request id of an embedding server. */
  static void begin(Context context) {
    if (context.res().getHeader(RequestIds.HEADER) == null) {
      context.header(RequestIds.HEADER, RequestIds.of(context.header(RequestIds.HEADER)));
    }
    context.header("Cache-Control", "no-store");
    if (context.req().isSecure() && !context.req().getServerName().equals("localhost")) {
      // Not for localhost: the header would also apply to everything else a developer serves there.
      context.header("Strict-Transport-Security", "max-age=31536000");
    }
  }

  static void write(Context context, ApiResponse answer) {
    context.status(answer.status());
    answer.headers().forEach(context::header);
    Object body = answer.body();
    if (body == null) {
      context.res().setContentType(null);
    } else if (body instanceof ApiResponse.Text text) {
      context
          .contentType(text.contentType())
          .result(text.content().getBytes(StandardCharsets.UTF_8));
    } else if (body instanceof ApiResponse.Binary binary) {
      context.contentType(binary.contentType()).result(binary.content());
    } else {
      context.contentType("application/json").result(Json.bytes(body));
    }
  }

  private CompletableFuture<ApiResponse> attempt(Context context, Route route) {
    String token = RequestAuthorizer.bearerToken(context.header("Authorization"));
    try {
      return authorizeAndCall(context, route, token);
    } catch (RuntimeException | Error refusal) {
      return CompletableFuture.failedFuture(
          route.access() == Access.CALLER
              ? refusalOfToken(token, route.permission()).orElse(refusal)
              : refusal);
    }
  }

  private CompletableFuture<ApiResponse> authorizeAndCall(
      Context context, Route route, String token) {
    long begun = System.nanoTime();
    Supplier<Actor> lookUp =
        () -> RequestMdc.putActor(context, authorizer.authorize(token, route.permission()));
    Supplier<Actor> actor =
        switch (route.access()) {
          case PUBLIC -> lookUp;
          case SELF, ACCOUNT, MEMBER, OPERATOR, ADMIN -> {
            Actor known = lookUp.get();
            yield () -> known;
          }
          case CALLER -> {
            RequestAuthorizer.requireToken(token);
            yield lookUp;
          }
        };
    BodySource.LoadedBody body = bodies.read(context.req(), route);
    RequestContext request =
        new RequestContext(context, route.errorDetail(), actor, token, body.bytes(), begun);
    try {
      return peers
          .forwardIfRemote(request, call(route.handler(), request))
          .whenComplete((answer, failure) -> body.release().run());
    } catch (RuntimeException | Error refusal) {
      body.release().run();
      throw refusal;
    }
  }

  private CompletableFuture<ApiResponse> call(Route.Handler handler, RequestContext request) {
    try {
      return handler instanceof ReplayableHandler<?> replayable
          ? replayable.handle(request, idempotencyKeys)
          : handler.handle(request);
    } catch (ControlPlaneException refusal) {
      return CompletableFuture.failedFuture(refusal);
    }
  }

  private Optional<Throwable> refusalOfToken(String token, Permission permission) {
    try {
      authorizer.authorize(token, permission);
      return Optional.empty();
    } catch (RuntimeException refusal) {
      return Optional.of(refusal);
    }
  }

  private ApiResponse outcome(
      Context context, Route route, CompletableFuture<ApiResponse> done, boolean waited) {
    try {
      ApiResponse answer = done.join();
      if (waited || answer.body() instanceof SecretBody) {
        authorizer.requireStillAuthorized(
            RequestAuthorizer.bearerToken(context.header("Authorization")), route.permission());
      }
      return answer;
    } catch (RuntimeException refusal) {
      return ExceptionMapper.toResponse(context, refusal);
    }
  }
}
