package dev.goldenrod.dataplane.remote.message;

import java.util.Objects;
import java.util.UUID;

/**
 * Messages about a database connection, which has a number. The control plane opens a connection by
 * a request; all other messages are notifications, in both directions.
 */
public final class Connections {
  public static final String OPEN = "connections.open";

  public static final String DATA = "connections.data";
  public static final String TAKEN = "connections.taken";
  public static final String END = "connections.end";
  public static final String CLOSE = "connections.close";

  private Connections() {}

  /** Opens the connection, whose number the control plane never reuses. */
  public record Open(long connection, UUID id) {
    public Open {
      Objects.requireNonNull(id);
    }
  }

  /** Bytes; {@code at} counts the bytes before them, to detect lost or repeated ones. */
  public record Data(long connection, long at, byte[] data) {
    public Data {
      Objects.requireNonNull(data);
    }
  }

  /** Acknowledges the total of received bytes, which lets the other side send more. */
  public record Taken(long connection, long bytes) {}

  /** The sender has closed its output after {@code at} bytes. */
  public record End(long connection, long at) {}

  /** Closes the connection. */
  public record Close(long connection) {}
}
