package dev.goldenrod.console.session;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.html.Renderer;
import dev.goldenrod.control.ControlPlane;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Adds pages and forms to a server, for members who have signed in. */
public final class PageTable {
  static final String SIGN_IN = "/sign-in";

  private final JavalinConfig config;
  private final ControlPlane control;
  private final Renderer renderer;

  public PageTable(JavalinConfig config, ControlPlane control, Renderer renderer) {
    this.config = config;
    this.control = control;
    this.renderer = renderer;
  }

  /** Adds a page. */
  public PageTable get(String path, Function<Visit, Html> page) {
    config.routes.get(
        path, members((context, visit) -> sendPage(context, page.apply(visit), visit)));
    return this;
  }

  /** Adds a picture as an SVG file to keep, named by the title. */
  public PageTable picture(String path, Function<Visit, Html> picture) {
    config.routes.get(
        path, members((context, visit) -> sendFile(context, picture.apply(visit), visit)));
    return this;
  }

  /** Adds a page that takes seconds, during which it occupies no thread of the server. */
  public PageTable getLater(String path, Function<Visit, CompletableFuture<Html>> page) {
    config.routes.get(path, members((context, visit) -> sendLater(context, visit, page)));
    return this;
  }

  private void sendLater(
      Context context, Visit visit, Function<Visit, CompletableFuture<Html>> page) {
    CompletableFuture<Html> later = page.apply(visit);
    context.future(
        () ->
            later
                .thenAccept(html -> sendPage(context, html, visit))
                .exceptionally(
                    failure -> {
                      sendProblem(context, causeOf(failure), visit);
                      return null;
                    }));
  }

  /** Returns what a stage of a future wrapped, at any depth. */
  private static Throwable causeOf(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? causeOf(cause) : failure;
  }

  /** Adds a form's target, which only forms of pages of the same session reach. */
  public PageTable post(String path, Function<Visit, Answer> change) {
    config.routes.post(path, members((context, visit) -> change(context, visit, change)));
    return this;
  }

  /** Adds a stream of server-sent events, of which each response has the next one. */
  PageTable stream(String path, Function<Context, CompletableFuture<String>> next) {
    config.routes.get(
        path,
        members(
            (context, visit) ->
                context.future(
                    () ->
                        next.apply(context)
                            .thenAccept(
                                event -> context.contentType("text/event-stream").result(event)))));
    return this;
  }

  /** Adds a page for browsers that open a path which nothing answers. */
  public void addNotFound() {
    config.routes.error(404, "html", this::showNotFound);
  }

  private void showNotFound(Context context) {
    boolean isAnswered = "text/html".equals(contentType(context));
    if (!isAnswered && !context.path().startsWith("/v1/") && !context.path().startsWith("/api/")) {
      SecurityHeaders.add(context);
      send(context, Problem.NOT_FOUND, visit(context).orElse(null));
    }
  }

  private static String contentType(Context context) {
    String type = context.res().getContentType();
    return type == null ? "" : type.replaceFirst(";.*", "");
  }

  /** Adds a page for everybody. */
  PageTable getPublic(String path, Function<Context, Optional<Html>> page) {
    config.routes.get(path, everybody(page));
    return this;
  }

  /** Adds the target of a form for everybody. */
  PageTable postPublic(String path, Function<Context, Optional<Html>> change) {
    config.routes.post(path, everybody(change));
    return this;
  }

  /** Adds an OAuth endpoint of programs, whose responses are JSON also when it fails. */
  PageTable postOAuth(String path, Consumer<Context> endpoint) {
    config.routes.post(
        path,
        context -> {
          SecurityHeaders.add(context);
          context.contentType("application/json");
          try {
            Parameters.check(context);
            endpoint.accept(context);
          } catch (RuntimeException failure) {
            OAuthError.send(context, Problem.of(where(context), failure));
          }
        });
    return this;
  }

  private static String where(Context context) {
    return context.req().getMethod() + " " + context.path();
  }

  private interface MemberHandler {
    void handle(Context context, Visit visit);
  }

  private Handler everybody(Function<Context, Optional<Html>> page) {
    return context -> {
      SecurityHeaders.add(context);
      try {
        Parameters.check(context);
        page.apply(context).ifPresent(shown -> send(context, 200, shown, null));
      } catch (RuntimeException failure) {
        sendProblem(context, failure, null);
      }
    };
  }

  private Handler members(MemberHandler handler) {
    return context -> {
      SecurityHeaders.add(context);
      Visit visit = null;
      try {
        visit = visit(context).orElse(null);
        if (visit == null) {
          askToSignIn(context);
        } else {
          Parameters.check(context);
          handler.handle(context, visit);
        }
      } catch (RuntimeException failure) {
        sendProblem(context, failure, visit);
      }
    };
  }

  /** Returns the visit of the member of the session cookie; empty without a valid session. */
  Optional<Visit> visit(Context context) {
    try {
      return SessionCookie.read(context)
          .map(token -> new Visit(context, control.sessions().authenticate(token), token));
    } catch (ControlPlaneException refused) {
      if (Problem.isSignedOut(refused)) {
        return Optional.empty();
      }
      throw refused;
    }
  }

  private void change(Context context, Visit visit, Function<Visit, Answer> change) {
    if (!Csrf.isValid(visit.token(), visit.field(Csrf.FIELD))) {
      send(context, Problem.FOREIGN_FORM, visit);
      return;
    }
    Answer answer = change.apply(visit);
    if (answer instanceof Answer.GoTo next) {
      if (!next.confirmation().isEmpty()) {
        ConfirmationCookie.write(context, visit.token(), next.confirmation());
      }
      goTo(context, next.path());
    } else if (answer instanceof Answer.Show shown) {
      send(context, 200, shown.page(), visit, shown.confirmation());
    }
  }

  /** Sends a page, with the confirmation of the change that led to it. */
  private void sendPage(Context context, Html page, Visit visit) {
    String confirmation = isUpdate(context) ? "" : ConfirmationCookie.take(context, visit.token());
    send(context, 200, page, visit, confirmation);
  }

  /** Returns whether an open page asks for its present content. */
  private static boolean isUpdate(Context context) {
    return isPartial(context) && !"true".equals(context.header("HX-Boosted"));
  }

  private void sendProblem(Context context, Throwable failure, @Nullable Visit visit) {
    if (Problem.isSignedOut(failure)) {
      askToSignIn(context);
    } else {
      send(context, Problem.of(where(context), failure), visit);
    }
  }

  private void send(Context context, Problem problem, @Nullable Visit visit) {
    Html page =
        new Html(isPartial(context) ? "notice" : "problem", "Problem").with("problem", problem);
    if (isPartial(context)) {
      context.header("HX-Retarget", "#notice").header("HX-Reswap", "innerHTML show:window:top");
      context.header("HX-Push-Url", "false");
    }
    send(context, problem.status(), page, visit);
  }

  private void send(Context context, int status, Html page, @Nullable Visit visit) {
    send(context, status, page, visit, "");
  }

  private void send(
      Context context, int status, Html page, @Nullable Visit visit, String confirmation) {
    String html =
        renderer.render(
            page,
            context.path(),
            visit == null ? null : visit.user(),
            visit == null ? "" : visit.csrf(),
            confirmation);
    context.status(status).contentType("text/html; charset=utf-8").result(html);
  }

  private void sendFile(Context context, Html picture, Visit visit) {
    send(context, 200, picture, visit);
    context
        .contentType("image/svg+xml; charset=utf-8")
        .header(
            "Content-Disposition",
            "attachment; filename=\"" + fileName(picture.title()) + ".svg\"");
  }

  private static String fileName(String title) {
    return title.replaceAll("[^A-Za-z0-9.-]", "-");
  }

  /** Returns whether a script sent the request, which shows the response within the page. */
  private static boolean isPartial(Context context) {
    return "true".equals(context.header("HX-Request"));
  }

  private static void askToSignIn(Context context) {
    boolean isPage = context.req().getMethod().equals("GET") && !isPartial(context);
    String query = context.queryString();
    String target = context.path() + (query == null ? "" : "?" + query);
    String next = isPage && !target.equals("/") ? "?next=" + encoded(target) : "";
    if (isPartial(context)) {
      context.status(401).header("HX-Redirect", SIGN_IN);
    } else {
      goTo(context, SIGN_IN + next);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  static void goTo(Context context, String path) {
    context.status(303).header("Location", path);
  }
}
