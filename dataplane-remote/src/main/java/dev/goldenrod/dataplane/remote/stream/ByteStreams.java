package dev.goldenrod.dataplane.remote.stream;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.dataplane.remote.message.Connections;
import dev.goldenrod.dataplane.remote.message.Json;
import dev.goldenrod.dataplane.remote.rpc.RpcCode;
import dev.goldenrod.dataplane.remote.rpc.RpcConnection;
import dev.goldenrod.dataplane.remote.rpc.RpcException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** One side's ends of the database connections over one agent connection. */
final class ByteStreams {
  private static final int MOST_CLOSED_EARLY = 1024;

  private final RpcConnection connection;
  private final Map<Long, ByteStream> open = new ConcurrentHashMap<>();

  /** Fair, and held for one message at a time, so that other messages get their turn. */
  private final Lock sendLock = new ReentrantLock(true);

  /** Numbers that were closed before they were opened, or twice; the oldest are dropped. */
  private final Map<Long, Boolean> closedEarly =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
              return size() > MOST_CLOSED_EARLY;
            }
          });

  private volatile boolean closed;

  ByteStreams(RpcConnection connection) {
    this.connection = connection;
  }

  /** Adds a stream; empty if the number is in use. */
  Optional<ByteStream> add(long number) {
    ByteStream stream = new ByteStream(number, this);
    if (open.putIfAbsent(number, stream) != null) {
      return Optional.empty();
    }
    if (closed) {
      endAll("the connection to the agent has ended");
    }
    if (closedEarly.remove(number) != null) {
      stream.acceptClose();
    }
    return Optional.of(stream);
  }

  /** Adds a stream, or throws an {@link RpcException} if the number is in use. */
  ByteStream addOrThrow(long number) {
    return add(number)
        .orElseThrow(
            () ->
                new RpcException(
                    RpcCode.INVALID_PARAMS, "connection %d already exists".formatted(number)));
  }

  void remove(ByteStream stream) {
    open.remove(stream.number(), stream);
  }

  int count() {
    return open.size();
  }

  /** Sends a notification, or throws if the agent connection has ended. */
  void send(String method, JsonNode params) {
    sendLock.lock();
    try {
      connection.sendNotification(method, params);
    } finally {
      sendLock.unlock();
    }
  }

  /** Handles a notification, unless its stream is closed. Throws if it is malformed. */
  void notified(String method, JsonNode params) {
    switch (method) {
      case Connections.DATA ->
          parse(
              params,
              Connections.Data.class,
              it -> withStream(it.connection(), s -> s.accept(it.at(), it.data())));
      case Connections.TAKEN ->
          parse(
              params,
              Connections.Taken.class,
              it -> withStream(it.connection(), s -> s.acceptTaken(it.bytes())));
      case Connections.END ->
          parse(
              params,
              Connections.End.class,
              it -> withStream(it.connection(), s -> s.acceptEnd(it.at())));
      case Connections.CLOSE ->
          parse(params, Connections.Close.class, it -> close(it.connection()));
      default -> {}
    }
  }

  private static <T> void parse(JsonNode params, Class<T> type, Consumer<T> work) {
    T read = Json.read(params, type);
    if (read != null) {
      work.accept(read);
    }
  }

  private void withStream(long number, Consumer<ByteStream> work) {
    ByteStream stream = open.get(number);
    if (stream != null) {
      work.accept(stream);
    }
  }

  /** A stream that does not exist may yet be opened, by a thread that is slower than the close. */
  private void close(long number) {
    closedEarly.put(number, true);
    ByteStream stream = open.get(number);
    if (stream != null && closedEarly.remove(number) != null) {
      stream.acceptClose();
    }
  }

  void close(String why) {
    closed = true;
    endAll(why);
  }

  private void endAll(String why) {
    for (ByteStream stream : open.values()) {
      stream.end(why);
      remove(stream);
    }
  }
}
