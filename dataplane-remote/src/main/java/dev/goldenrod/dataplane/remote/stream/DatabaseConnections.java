package dev.goldenrod.dataplane.remote.stream;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.dataplane.remote.message.Connections;
import dev.goldenrod.dataplane.remote.rpc.RpcConnection;
import dev.goldenrod.dataplane.remote.rpc.RpcException;
import dev.goldenrod.tunnel.ClientConnection;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The control plane's ends of connections to an agent's databases. Thread-safe. */
public final class DatabaseConnections {
  private final ByteStreams streams;
  private final AtomicLong lastNumber = new AtomicLong();

  /** None yet, over that connection. */
  public DatabaseConnections(RpcConnection connection) {
    streams = new ByteStreams(connection);
  }

  /**
   * Opens one.
   *
   * @param ask has the agent open its end; throws when it does not
   */
  public ClientConnection open(UUID id, Consumer<Connections.Open> ask) {
    ByteStream stream = streams.add(lastNumber.incrementAndGet()).orElseThrow();
    try {
      ask.accept(new Connections.Open(stream.number(), id));
      return stream;
    } catch (RuntimeException | Error refused) {
      // It may have been opened all the same.
      stream.close();
      throw refused;
    }
  }

  /** A way for a part of an archive, which is given up after that time. */
  public PartStream newPart(Duration atMost) {
    ByteStream stream = streams.add(lastNumber.incrementAndGet()).orElseThrow();
    stream.endAfter(atMost);
    return new PartStream(stream);
  }

  /**
   * Takes a notification; one that is of no connection is ignored.
   *
   * @throws RpcException when it cannot be read
   */
  public void notified(String method, JsonNode params) {
    streams.notified(method, params);
  }

  /** Ends all, since the agent is gone. */
  public void close(String why) {
    streams.close(why);
  }
}
