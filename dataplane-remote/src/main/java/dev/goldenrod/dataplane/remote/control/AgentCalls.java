package dev.goldenrod.dataplane.remote.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.dataplane.remote.message.Json;
import dev.goldenrod.dataplane.remote.message.Method;
import dev.goldenrod.dataplane.remote.message.PeerText;
import dev.goldenrod.dataplane.remote.rpc.RpcConnection;
import dev.goldenrod.dataplane.remote.rpc.RpcException;
import dev.goldenrod.dataplane.remote.stream.DatabaseConnections;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.time.Duration;
import java.util.Optional;

/** Requests to an agent, whose answers are not trusted. Thread-safe. */
final class AgentCalls {
  /** The timeout of fast calls, which allows for a slow network. */
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  private final RpcConnection connection;
  private final String agent;

  /**
   * @param agent the agent's name in messages, as in {@code the agent of cluster 'edge'}
   */
  AgentCalls(RpcConnection connection, String agent) {
    this.connection = connection;
    this.agent = agent;
  }

  /**
   * Returns the agent's answer.
   *
   * @throws DataPlaneException if the data plane rejects the request, or the answer is null or
   *     malformed
   * @throws DataPlaneOfflineException if the connection has ended
   * @throws DataPlaneUnreachableException if the request times out
   */
  <P, R> R callForResult(Method<P, R> method, P params) {
    return callForResult(method, params, DEFAULT_TIMEOUT);
  }

  <P, R> R callForResult(Method<P, R> method, P params, Duration atMost) {
    return call(method, params, atMost)
        .orElseThrow(
            () -> new DataPlaneException("the agent returned no result for " + method.name()));
  }

  /** Returns the agent's answer, which may be null. Throws as {@link #callForResult} does. */
  <P, R> Optional<R> call(Method<P, R> method, P params) {
    return call(method, params, DEFAULT_TIMEOUT);
  }

  <P, R> Optional<R> call(Method<P, R> method, P params, Duration atMost) {
    try {
      JsonNode answer = connection.request(method.name(), Json.write(params), atMost);
      return Optional.ofNullable(method.result(answer));
    } catch (RpcException e) {
      throw toException(method, e);
    }
  }

  private DataPlaneException toException(Method<?, ?> method, RpcException refused) {
    String reason = PeerText.sanitize(String.valueOf(refused.getMessage()));
    return switch (refused.code()) {
      case DATA_PLANE_REFUSED -> new DataPlaneException(reason);
      case ARCHIVE_REFUSED -> new ArchiveRefusedException(reason);
      case DATA_PLANE_OFFLINE -> new DataPlaneOfflineException(reason);
      case UNKNOWN_METHOD ->
          new DataPlaneException(
              "%s does not support %s; run the agent in the control plane's release"
                  .formatted(agent, method.name()));
      case DATA_PLANE_UNREACHABLE, BUSY -> new DataPlaneUnreachableException(reason);
      default ->
          new DataPlaneException(
              "the agent could not handle %s: %s".formatted(method.name(), reason));
    };
  }

  DatabaseConnections connections() {
    return new DatabaseConnections(connection);
  }

  /** Returns why the connection has ended; empty while it is open. */
  Optional<String> end() {
    return Optional.ofNullable(connection.end());
  }

  /** Returns whether any message of the agent arrived after the given {@link System#nanoTime}. */
  boolean hasHeardSince(long nanos) {
    return connection.hasHeardSince(nanos);
  }

  void close(String reason) {
    connection.close(reason);
  }
}
