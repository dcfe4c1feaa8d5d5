package dev.goldenrod.dataplane.remote.stream;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.dataplane.remote.message.Connections;
import dev.goldenrod.dataplane.remote.rpc.RpcConnection;
import dev.goldenrod.tunnel.ClientConnection;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The control plane's ends of connections to an agent's databases. Thread-safe. */
public final class DatabaseConnections {
  private final ByteStreams streams;
  private final AtomicLong lastNumber = new AtomicLong();

  public DatabaseConnections(RpcConnection connection) {
    streams = new ByteStreams(connection);
  }

  /** Opens a connection. {@code ask} opens the agent's end, or throws. */
  public ClientConnection open(UUID id, Consumer<Connections.Open> ask) {
    ByteStream stream = streams.add(lastNumber.incrementAndGet()).orElseThrow();
    try {
      ask.accept(new Connections.Open(stream.number(), id));
      return stream;
    } catch (RuntimeException | Error refused) {
      // The agent may have opened its end all the same.
      stream.close();
      throw refused;
    }
  }

  /** Creates a stream for a part of an archive, which fails after the given time. */
  public PartStream newPart(Duration atMost) {
    ByteStream stream = streams.add(lastNumber.incrementAndGet()).orElseThrow();
    stream.setDeadline(atMost);
    return new PartStream(stream);
  }

  /** Handles a notification, unless its connection is unknown. Throws if it is malformed. */
  public void notified(String method, JsonNode params) {
    streams.notified(method, params);
  }

  public void close(String why) {
    streams.close(why);
  }
}
