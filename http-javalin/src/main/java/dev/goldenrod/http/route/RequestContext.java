package dev.goldenrod.http.route;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.answer.Ids;
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

/** One request, as a handler sees it. */
public final class RequestContext {
  private static final String NO_ID = "must be an id such as 6f1c2a4e-0d5b-4c3a-9e7f-1b2d3c4e5f60";

  /** Proxies cut what takes a minute. */
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

  /** The member that asks; looked up by the first call on a {@link Access#CALLER} route. */
  public Actor actor() {
    Actor known = actor;
    if (known == null) {
      known = member.get();
      actor = known;
    }
    return known;
  }

  /** The caller, for a use case that looks the token up itself. */
  public Caller caller() {
    Actor known = actor;
    return known == null ? new Caller.TokenHolder(token) : known;
  }

  /** The bearer token the caller came with; empty without one. */
  public String token() {
    return token;
  }

  /** The path's {@code {id}}; 400 when it is none. */
  public UUID id() {
    return Ids.parse(context.pathParam("id"))
        .orElseThrow(() -> errorDetail.invalid("bad id", "id", NO_ID));
  }

  /** The path's {@code {name}}, which may be any text. */
  public String name() {
    return context.pathParam("name");
  }

  /** The body as it came. */
  public byte[] bytes() {
    return body;
  }

  /** What the reading makes of the body. */
  public <T> T read(Function<Body, T> reading) {
    return reading.apply(new Body(object(), errorDetail));
  }

  private ObjectNode object() {
    try {
      return Json.object(body);
    } catch (IllegalArgumentException malformed) {
      throw errorDetail.badBody("", malformed.getMessage());
    }
  }

  /** The same, where the body may be left out or null: the reading then gets an empty object. */
  public <T> T readIfAny(Function<Body, T> reading) {
    String text = new String(body, StandardCharsets.UTF_8).strip();
    return text.isEmpty() || text.equals("null")
        ? reading.apply(new Body(JsonNodeFactory.instance.objectNode(), errorDetail))
        : read(reading);
  }

  /**
   * The result of the reading, unless it is refused: then the look-up comes first, because the
   * path's 404 and the owner's 403 go before the body's 400.
   */
  public <T> T readAfterExistenceCheck(Consumer<UUID> lookUp, Function<RequestContext, T> reading) {
    return readAfter(() -> lookUp.accept(id()), reading);
  }

  /** The same, whatever the path names what is looked up by. */
  public <T> T readAfter(Runnable lookUp, Function<RequestContext, T> reading) {
    try {
      return reading.apply(this);
    } catch (ApiException | ControlPlaneException malformed) {
      lookUp.run();
      throw malformed;
    }
  }

  /** The first value of a query parameter. */
  public Optional<String> query(String name) {
    return Optional.ofNullable(context.queryParam(name));
  }

  /** A query parameter that is an id; 400 when it is something else. */
  public @Nullable UUID queryId(String name) {
    return query(name)
        .map(
            text ->
                Ids.parse(text).orElseThrow(() -> errorDetail.invalid("bad " + name, name, NO_ID)))
        .orElse(null);
  }

  /** A query parameter that is an integer; 400 when it is something else. */
  public int queryInt(String name, int absent) {
    try {
      return query(name).map(Integer::parseInt).orElse(absent);
    } catch (NumberFormatException e) {
      throw errorDetail.invalid("bad " + name, name, "must be an integer");
    }
  }

  /** A query parameter that is an integer of 64 bits; 400 when it is something else. */
  public long queryLong(String name, long absent) {
    try {
      return query(name).map(Long::parseLong).orElse(absent);
    } catch (NumberFormatException e) {
      throw errorDetail.invalid("bad " + name, name, "must be an integer");
    }
  }

  /**
   * How long {@code ?wait=} asks to wait from now on, empty without it. It counts from the
   * beginning of the request, 50 seconds at most.
   */
  public Optional<Duration> waiting() {
    return query("wait")
        .map(text -> Ttl.parseDuration(text).orElseThrow(this::noDuration))
        .map(asked -> asked.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : asked)
        .map(this::left);
  }

  private ApiException noDuration() {
    return errorDetail.invalid("bad wait", "wait", "must be a duration such as 30s");
  }

  /** What is left of so much time since the beginning of the request. */
  public Duration left(Duration sinceBeginning) {
    Duration left = sinceBeginning.minusNanos(System.nanoTime() - begunNanos);
    return left.isNegative() ? Duration.ZERO : left;
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(context.header(name));
  }

  /** What the request is called in the log, and in the answer. */
  String requestId() {
    return RequestIds.of(context.res().getHeader(RequestIds.HEADER));
  }

  String method() {
    return context.req().getMethod();
  }

  /** Path and query as they came. */
  String target() {
    String query = context.req().getQueryString();
    return context.req().getRequestURI() + (query == null ? "" : "?" + query);
  }

  /** What the paths of the surface are below; empty for a server of its own. */
  public String surface() {
    return path().substring(0, Math.max(0, path().indexOf("/v1/")));
  }

  /** The whole path of the request, with what the surface is below. */
  public String path() {
    return context.path();
  }
}
