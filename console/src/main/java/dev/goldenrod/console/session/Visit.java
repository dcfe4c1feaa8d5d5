package dev.goldenrod.console.session;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.TokenOwner;
import dev.goldenrod.member.User;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/** A signed-in member's request for a page, or a form that the member sends. */
public final class Visit {
  private final Context context;
  private final TokenOwner member;
  private final String token;

  Visit(Context context, TokenOwner member, String token) {
    this.context = context;
    this.member = member;
    this.token = token;
  }

  public Actor actor() {
    return member.actor();
  }

  public User user() {
    return member.user();
  }

  /** Returns the token of the session. */
  public String token() {
    return token;
  }

  /** Removes the session's cookie from the browser. */
  void forgetSession() {
    SessionCookie.remove(context);
  }

  String csrf() {
    return Csrf.token(token);
  }

  /** Returns the path of the page with its query. */
  public String target() {
    String query = context.queryString();
    return query == null ? context.path() : context.path() + "?" + query;
  }

  /**
   * Returns the server's address as the browser names it, such as {@code https://host:8443}: by the
   * form's origin, since a proxy may serve TLS in front of this server.
   */
  public String address() {
    String origin = context.header("Origin");
    return origin != null && origin.startsWith("http")
        ? origin
        : context.scheme() + "://" + context.host();
  }

  /** Returns a part of the path. */
  public String path(String name) {
    return context.pathParam(name);
  }

  /** Returns the part {@code id} of the path; throws "not found" if it is not an id. */
  public UUID id() {
    String text = path("id");
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException malformed) {
      throw ControlPlaneException.notFound("page", text);
    }
  }

  /** Returns a parameter of the query; empty if it is missing or blank. */
  public Optional<String> query(String name) {
    return Optional.ofNullable(context.queryParam(name)).filter(text -> !text.isBlank());
  }

  /**
   * Returns a field of the form without surrounding spaces, its lines separated by LF as browsers
   * count them; empty if it is missing.
   */
  public String field(String name) {
    String text = context.formParam(name);
    return text == null ? "" : text.replace("\r\n", "\n").strip();
  }

  /**
   * Returns a key of the form with what was typed into it; empty if the form has none. A browser
   * sends the same key only if it sends the same form again, such as after a double click.
   */
  Optional<String> key() {
    byte[] form = (context.path() + "?" + context.body()).getBytes(StandardCharsets.UTF_8);
    return field("key").isEmpty()
        ? Optional.empty()
        : Optional.of("form-" + UUID.nameUUIDFromBytes(form));
  }

  /** Returns the idempotency of a form that creates a resource: once, also if it is sent again. */
  public <R> Idempotency<R> once() {
    return key().map(Idempotency::<R>key).orElseGet(Idempotency::none);
  }

  /** Returns a field of the form as it was typed; empty if it is missing. */
  public String secret(String name) {
    String text = context.formParam(name);
    return text == null ? "" : text;
  }

  /** Returns whether a box of the form is checked. */
  public boolean isChecked(String name) {
    return context.formParam(name) != null;
  }

  /** Returns a number of the form, or {@code absent} if the field is empty. */
  public int number(String name, int absent) {
    String text = field(name);
    try {
      return text.isEmpty() ? absent : Integer.parseInt(text);
    } catch (NumberFormatException malformed) {
      throw ControlPlaneException.invalid(name, "'" + text + "' must be a whole number");
    }
  }
}
