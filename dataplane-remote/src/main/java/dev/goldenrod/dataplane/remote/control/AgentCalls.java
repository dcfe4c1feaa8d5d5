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

/** Asks an agent, and takes no answer for more than an agent's word. Thread-safe. */
final class AgentCalls {
  /** What the port calls soon, and a slow network. */
  private static final Duration SOON = Duration.ofSeconds(30);

  private final RpcConnection connection;
  private final String agent;

  /**
   * @param agent for people, as in {@code the agent of cluster 'edge'}
   */
  AgentCalls(RpcConnection connection, String agent) {
    this.connection = connection;
    this.agent = agent;
  }

  /**
   * The agent's answer, which there has to be.
   *
   * @throws DataPlaneException when the data plane refuses, or the answer is none
   * @throws DataPlaneOfflineException when the connection is over
   * @throws DataPlaneUnreachableException when there is no answer in time
   */
  <P, R> R ask(Method<P, R> method, P params) {
    return ask(method, params, SOON);
  }

  /** The same with a time limit. */
  <P, R> R ask(Method<P, R> method, P params, Duration atMost) {
    return find(method, params, atMost)
        .orElseThrow(
            () -> new DataPlaneException("the agent answered nothing to " + method.name()));
  }

  /** The agent's answer, which may be nothing. */
  <P, R> Optional<R> find(Method<P, R> method, P params) {
    return find(method, params, SOON);
  }

  /** The same with a time limit. */
  <P, R> Optional<R> find(Method<P, R> method, P params, Duration atMost) {
    try {
      JsonNode answer = connection.ask(method.name(), Json.write(params), atMost);
      return Optional.ofNullable(method.result(answer));
    } catch (RpcException e) {
      throw refusal(method, e);
    }
  }

  private DataPlaneException refusal(Method<?, ?> method, RpcException refused) {
    String reason = PeerText.of(String.valueOf(refused.getMessage()));
    return switch (refused.code()) {
      case DATA_PLANE_REFUSED -> new DataPlaneException(reason);
      case ARCHIVE_REFUSED -> new ArchiveRefusedException(reason);
      case DATA_PLANE_OFFLINE -> new DataPlaneOfflineException(reason);
      case UNKNOWN_METHOD ->
          new DataPlaneException(
              "%s knows no %s; start it with the control plane's release"
                  .formatted(agent, method.name()));
      case DATA_PLANE_UNREACHABLE, BUSY -> new DataPlaneUnreachableException(reason);
      default ->
          new DataPlaneException(
              "the agent did not understand or could not do %s: %s"
                  .formatted(method.name(), reason));
    };
  }

  /** Ends of connections to the agent's databases. */
  DatabaseConnections connections() {
    return new DatabaseConnections(connection);
  }

  /** Why nothing can be asked; empty while something can. */
  Optional<String> end() {
    return Optional.ofNullable(connection.end());
  }

  /** Whether the agent said anything since then, by {@link System#nanoTime}. */
  boolean hasHeardSince(long nanos) {
    return connection.hasHeardSince(nanos);
  }

  void close(String reason) {
    connection.close(reason);
  }
}
