package dev.goldenrod.http.route;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.Clusters;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorTable;
import dev.goldenrod.http.answer.Json;
import dev.goldenrod.http.answer.RequestIds;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forwards requests to the other servers of the same store if they need a data plane that is
 * connected only to another server. A forwarded request carries the caller's token and is not
 * forwarded again, so it cannot loop. Thread-safe.
 */
public final class PeerForwarder {
  /** Header that marks a forwarded request, which must not be forwarded again. */
  public static final String FORWARDED = "Goldenrod-Forwarded";

  private static final Logger LOG = LoggerFactory.getLogger(PeerForwarder.class);
  private static final List<String> REQUEST_HEADERS =
      List.of("Authorization", "Content-Type", "Idempotency-Key");
  private static final List<String> RESPONSE_HEADERS =
      List.of("Archive-Parts", "Retry-After", "WWW-Authenticate");
  private static final Duration TO_CONNECT = Duration.ofSeconds(3);
  private static final Duration FORWARD_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration GET_TIMEOUT = Duration.ofSeconds(10);

  private final Clusters clusters;

  /** Creates the client on first use, because most servers have no peers. */
  private static final class PeerClient {
    static final HttpClient HTTP =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TO_CONNECT)
            .proxy(HttpClient.Builder.NO_PROXY)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /** Creates an instance that finds the other servers by the given clusters. */
  public PeerForwarder(Clusters clusters) {
    this.clusters = clusters;
  }

  /** Returns the shared HTTP client for requests to the other servers. */
  public static HttpClient http() {
    return PeerClient.HTTP;
  }

  /**
   * Returns the given response. If it failed because the data plane is connected to another server,
   * returns that server's response to the same request, if it is reachable.
   */
  public CompletableFuture<ApiResponse> forwardIfRemote(
      RequestContext request, CompletableFuture<ApiResponse> answer) {
    return answer.exceptionallyCompose(failure -> forward(request, failure));
  }

  private CompletableFuture<ApiResponse> forward(RequestContext request, Throwable failure) {
    try {
      return peer(request, failure)
          .map(peer -> send(request, at(peer, request.target()), failure))
          .orElseGet(() -> CompletableFuture.failedFuture(failure));
    } catch (IllegalArgumentException unsendable) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  private static CompletableFuture<ApiResponse> send(
      RequestContext request, URI target, Throwable failure) {
    HttpRequest forwarded =
        request(request, target, FORWARD_TIMEOUT)
            .method(request.method(), BodyPublishers.ofByteArray(request.bytes()))
            .build();
    return http()
        .sendAsync(forwarded, BodyHandlers.ofByteArray())
        .handle(
            (answer, broken) -> {
              if (answer == null) {
                LOG.warn("Cannot reach peer {}: {}", target.getAuthority(), String.valueOf(broken));
                if (mayBeDone(request, broken)) {
                  return ErrorTable.outcomeUnknown();
                }
                throw new CompletionException(failure);
              }
              return response(answer);
            });
  }

  /** A change may have been made by the other server although its response was lost. */
  private static boolean mayBeDone(RequestContext request, Throwable broken) {
    Throwable cause = broken instanceof CompletionException ? broken.getCause() : broken;
    return !request.method().equals("GET")
        && !(cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException);
  }

  private static ApiResponse response(HttpResponse<byte[]> answer) {
    ApiResponse response =
        answer
            .headers()
            .firstValue("Content-Type")
            .map(
                type ->
                    ApiResponse.of(
                        answer.statusCode(), new ApiResponse.Binary(type, answer.body())))
            .orElseGet(() -> ApiResponse.empty(answer.statusCode()));
    for (String header : RESPONSE_HEADERS) {
      Optional<String> value = answer.headers().firstValue(header);
      response = value.isPresent() ? response.with(header, value.get()) : response;
    }
    return response;
  }

  /**
   * Sends a GET for the caller to the server to which the data plane is connected. Empty if the
   * refusal has another cause, or if that server does not answer 200 with a JSON object.
   *
   * @param target path and query
   */
  public Optional<JsonNode> getFromPeer(
      RequestContext request, ControlPlaneException refusal, String target) {
    return peer(request, refusal).flatMap(peer -> getFromPeer(request, at(peer, target)));
  }

  private static Optional<JsonNode> getFromPeer(RequestContext request, URI target) {
    try {
      HttpResponse<byte[]> answer =
          http()
              .send(
                  request(request, target, GET_TIMEOUT).GET().build(), BodyHandlers.ofByteArray());
      return answer.statusCode() == 200
          ? Optional.of(Json.object(answer.body()))
          : Optional.empty();
    } catch (IOException | IllegalArgumentException broken) {
      LOG.warn("Cannot reach peer {}: {}", target.getAuthority(), String.valueOf(broken));
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private Optional<URI> peer(RequestContext request, Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof ControlPlaneException refusal && !request.header(FORWARDED).isPresent()
        ? refusal.offlineCluster().flatMap(clusters::serverOf)
        : Optional.empty();
  }

  /** Concatenates the texts, because resolving would allow a path that names another server. */
  private static URI at(URI peer, String target) {
    if (!target.startsWith("/")) {
      throw new IllegalArgumentException("'" + target + "' is not a path");
    }
    return URI.create(peer + target);
  }

  private static HttpRequest.Builder request(RequestContext request, URI target, Duration atMost) {
    HttpRequest.Builder made =
        HttpRequest.newBuilder(target)
            .timeout(atMost)
            .header(FORWARDED, "1")
            .header(RequestIds.HEADER, request.requestId());
    REQUEST_HEADERS.forEach(
        name -> request.header(name).ifPresent(value -> made.header(name, value)));
    return made;
  }
}
