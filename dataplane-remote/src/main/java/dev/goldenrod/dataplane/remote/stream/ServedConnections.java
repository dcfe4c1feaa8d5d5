package dev.goldenrod.dataplane.remote.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.goldenrod.dataplane.remote.message.Connections;
import dev.goldenrod.dataplane.remote.message.Json;
import dev.goldenrod.dataplane.remote.rpc.RpcCode;
import dev.goldenrod.dataplane.remote.rpc.RpcConnection;
import dev.goldenrod.dataplane.remote.rpc.RpcException;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.tunnel.ClientConnection;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The agent's ends of connections to its databases. Thread-safe. */
public final class ServedConnections {
  private static final Logger LOG = LoggerFactory.getLogger(ServedConnections.class);

  /** Each connection takes two threads. */
  private static final int MOST = 256;

  private final DataPlane plane;
  private final ByteStreams streams;
  private final Executor workers;
  private final ServedTransfers transfers;

  /**
   * @param workers copies bytes, in two threads for each connection
   */
  public ServedConnections(DataPlane plane, RpcConnection connection, Executor workers) {
    this.plane = plane;
    this.streams = new ByteStreams(connection);
    this.workers = workers;
    this.transfers = new ServedTransfers(plane, streams, workers);
  }

  public ServedTransfers transfers() {
    return transfers;
  }

  /**
   * Opens a connection to a database.
   *
   * @throws RpcException if there are too many connections, or the number is in use
   * @throws dev.goldenrod.port.DataPlaneException if the data plane cannot connect
   */
  public JsonNode open(JsonNode params) {
    Connections.Open open = Json.read(params, Connections.Open.class);
    if (open == null) {
      throw new RpcException(
          RpcCode.INVALID_PARAMS, Connections.OPEN + " requires an object as its parameters");
    }
    if (streams.count() >= MOST) {
      throw new RpcException(
          RpcCode.BUSY, "the agent already has %d connections to databases".formatted(MOST));
    }
    ByteStream stream = streams.addOrThrow(open.connection());
    try {
      ClientConnection database = plane.databases().openConnection(open.id());
      stream.onEnd(database::close);
      AtomicInteger directions = new AtomicInteger(2);
      workers.execute(() -> copy(database, stream, stream, directions));
      workers.execute(() -> copy(stream, database, stream, directions));
      return NullNode.getInstance();
    } catch (RuntimeException | Error refused) {
      streams.remove(stream);
      stream.end("the connection was not opened");
      throw refused;
    }
  }

  /** Copies one direction until its end. Both ends, or an error, close the stream. */
  private static void copy(
      ClientConnection from, ClientConnection to, ByteStream stream, AtomicInteger directions) {
    byte[] buffer = new byte[ByteStream.LONGEST_DATA];
    try {
      for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
        to.write(buffer, count);
      }
      to.endOutput();
      if (directions.decrementAndGet() == 0) {
        stream.close();
      }
    } catch (IOException broken) {
      LOG.debug("Connection to a database ended: {}", broken.getMessage());
      stream.close();
    }
  }

  /** Handles a notification, unless its connection is unknown. Throws if it is malformed. */
  public void notified(String method, JsonNode params) {
    streams.notified(method, params);
  }

  public void close(String why) {
    streams.close(why);
  }
}
