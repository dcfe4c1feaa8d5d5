package dev.goldenrod.http.route;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.answer.Json;
import dev.goldenrod.http.answer.RequestIds;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Caller;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One HTTP request, as passed to a handler. */
public final class RequestContext {
  private static final String NO_ID = "must be an id such as 6f1c2a4e-0d5b-4c3a-9e7f-1b2d3c4e5f60";

  /** Some proxies cut off requests after a minute. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(50);

  private final Context context;
  private final ErrorDetail errorDetail;
  private final Supplier<Actor> member;
  private final String token;
  private final byte[] body;
  private final long begunNanos;
  private volatile @Nullable Actor actor;

  public RequestContext(
      Context context,
      ErrorDetail errorDetail,
      Supplier<Actor> member,
      String token,
      byte[] body,
      long begunNanos) {
    this.context = context;
    this.errorDetail = errorDetail;
    this.member = member;
    this.token = token;
    this.body = body;
    this.begunNanos = begunNanos;
  }

  /** Returns the member; on {@link Permission.Access#CALLER} routes, the first call looks it up. */
  public Actor actor() {
    Actor known = actor;
    if (known == null) {
      known = member.get();
      actor = known;
    }
    return known;
  }

  /** Returns the caller, for a use case that looks the token up itself. */
  public Caller caller() {
    Actor known = actor;
    return known == null ? new Caller.TokenHolder(token) : known;
  }

  /** Returns the bearer token of the request; empty if there is none. */
  public String token() {
    return token;
  }

  /** Returns the path parameter {@code id}; throws a 400 error if it is not an id. */
  public UUID id() {
    return parseId(context.pathParam("id"))
        .orElseThrow(() -> errorDetail.invalid("bad id", "id", NO_ID));
  }

  /** Parses an id in its canonical form of 36 characters; empty for any other text. */
  public static Optional<UUID> parseId(String text) {
    try {
      UUID id = UUID.fromString(text);
      // UUID.fromString also accepts short forms such as 1-1-1-1-1.
      return id.toString().equalsIgnoreCase(text) ? Optional.of(id) : Optional.empty();
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  /** Returns the path parameter {@code name}, which may be any text. */
  public String name() {
    return context.pathParam("name");
  }

  /** Returns a path parameter; throws a 400 error if it is not a positive integer. */
  public int number(String name) {
    try {
      int number = Integer.parseInt(context.pathParam(name));
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException malformed) {
      // refused below, like numbers that are not positive
    }
    throw errorDetail.invalid("bad " + name, name, "must be a positive integer");
  }

  /** Returns the unparsed request body. */
  public byte[] bytes() {
    return body;
  }

  /** Parses the body as a JSON object and applies {@code reading} to it. */
  public <T> T read(Function<Body, T> reading) {
    return reading.apply(new Body(object(), errorDetail));
  }

  /**
   * Like {@link #read}, for a change whose response waits; throws a 400 error before the change if
   * {@code ?wait=} is malformed.
   */
  public <T> T readWithWait(Function<Body, T> reading) {
    requestedWait();
    return read(reading);
  }

  private ObjectNode object() {
    try {
      return Json.object(body);
    } catch (IllegalArgumentException malformed) {
      throw errorDetail.badBody("", malformed.getMessage());
    }
  }

  /** Parses the body; a missing or null body counts as an empty object. */
  public <T> T readIfAny(Function<Body, T> reading) {
    String text = new String(body, StandardCharsets.UTF_8).strip();
    return text.isEmpty() || text.equals("null")
        ? reading.apply(new Body(JsonNodeFactory.instance.objectNode(), errorDetail))
        : read(reading);
  }

  /**
   * Returns the result of the reading. If the reading is refused, runs the look-up by the path's id
   * before throwing the refusal, because a 404 for the path and a 403 for the owner take precedence
   * over a 400 for the body.
   */
  public <T> T readAfterExistenceCheck(Consumer<UUID> lookUp, Function<RequestContext, T> reading) {
    return readAfter(() -> lookUp.accept(id()), reading);
  }

  /**
   * Returns the result of the reading. If the reading is refused, runs the look-up before throwing
   * the refusal, because the look-up's errors take precedence.
   */
  public <T> T readAfter(Runnable lookUp, Function<RequestContext, T> reading) {
    try {
      return reading.apply(this);
    } catch (ApiException | ControlPlaneException malformed) {
      lookUp.run();
      throw malformed;
    }
  }

  /** Returns the first value of a query parameter. */
  public Optional<String> query(String name) {
    return Optional.ofNullable(context.queryParam(name));
  }

  /** Returns a query parameter as an id, or null if it is missing; else throws a 400 error. */
  public @Nullable UUID queryId(String name) {
    return query(name)
        .map(
            text ->
                parseId(text).orElseThrow(() -> errorDetail.invalid("bad " + name, name, NO_ID)))
        .orElse(null);
  }

  /** Returns an integer query parameter, or {@code absent}; throws a 400 for other text. */
  public int queryInt(String name, int absent) {
    return queryNumber(name, Integer::parseInt).orElse(absent);
  }

  /**
   * Returns a query parameter as a 64-bit integer, or {@code absent} if it is missing; throws a 400
   * error if it is not an integer.
   */
  public long queryLong(String name, long absent) {
    return queryNumber(name, Long::parseLong).orElse(absent);
  }

  private <N> Optional<N> queryNumber(String name, Function<String, N> parse) {
    try {
      return query(name).map(parse);
    } catch (NumberFormatException e) {
      throw errorDetail.invalid("bad " + name, name, "must be an integer");
    }
  }

  /**
   * Returns the remaining time of the {@code ?wait=} parameter; empty without it. The time is at
   * most 50 seconds and counts from the start of the request.
   */
  public Optional<Duration> requestedWait() {
    return query("wait")
        .map(text -> Ttl.parseDuration(text).orElseThrow(this::noDuration))
        .map(asked -> asked.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : asked)
        .map(this::remaining);
  }

  /** Like {@link #requestedWait}, but the rest of the usual time without the parameter. */
  public Duration requestedWaitOr(Duration usual) {
    return requestedWait().orElseGet(() -> remaining(usual));
  }

  private ApiException noDuration() {
    return errorDetail.invalid("bad wait", "wait", "must be a duration such as 30s");
  }

  /** Returns the rest of the duration, counted from the start of the request; at least zero. */
  public Duration remaining(Duration sinceBeginning) {
    Duration remaining = sinceBeginning.minusNanos(System.nanoTime() - begunNanos);
    return remaining.isNegative() ? Duration.ZERO : remaining;
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(context.header(name));
  }

  String requestId() {
    return RequestIds.of(context.res().getHeader(RequestIds.HEADER));
  }

  String method() {
    return context.req().getMethod();
  }

  /** Returns the unparsed path and query. */
  String target() {
    String query = context.req().getQueryString();
    return context.req().getRequestURI() + (query == null ? "" : "?" + query);
  }

  /** Returns the prefix of the API's paths; empty for the standalone server. */
  public String apiPrefix() {
    return path().substring(0, Math.max(0, path().indexOf("/v1/")));
  }

  /** Returns the whole path of the request, including the prefix of the API. */
  public String path() {
    return context.path();
  }
}
