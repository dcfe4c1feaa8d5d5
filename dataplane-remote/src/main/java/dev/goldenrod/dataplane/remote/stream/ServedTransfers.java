package dev.goldenrod.dataplane.remote.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.goldenrod.database.ArchivePart;
import dev.goldenrod.dataplane.remote.message.Json;
import dev.goldenrod.dataplane.remote.message.Transfers;
import dev.goldenrod.dataplane.remote.rpc.RpcCode;
import dev.goldenrod.dataplane.remote.rpc.RpcException;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.SnapshotArchives;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The agent's ends of archive transfers. Thread-safe. */
public final class ServedTransfers {
  private static final Logger LOG = LoggerFactory.getLogger(ServedTransfers.class);

  /** Each transfer keeps a part in memory. */
  static final int MOST = 4;

  private static final Duration FOR_THE_LAST_BYTES = Duration.ofSeconds(10);

  private final DataPlane plane;
  private final ByteStreams streams;
  private final Executor workers;
  private final Semaphore permits = new Semaphore(MOST);
  private final Map<Long, CompletableFuture<byte[]>> received = new ConcurrentHashMap<>();

  ServedTransfers(DataPlane plane, ByteStreams streams, Executor workers) {
    this.plane = plane;
    this.streams = streams;
    this.workers = workers;
  }

  public static boolean isTransferMethod(String method) {
    return method.equals(Transfers.READ.name())
        || method.equals(Transfers.RECEIVE.name())
        || method.equals(Transfers.APPEND.name());
  }

  /**
   * Answers a method of {@link Transfers}, or throws if it is invalid or there are too many
   * transfers.
   */
  public JsonNode answer(String method, JsonNode params) {
    if (method.equals(Transfers.READ.name())) {
      return Json.write(read(params(params, Transfers.Read.class)));
    } else if (method.equals(Transfers.RECEIVE.name())) {
      receive(params(params, Transfers.Receive.class));
    } else {
      append(params(params, Transfers.Append.class));
    }
    return NullNode.getInstance();
  }

  private static <P> P params(JsonNode params, Class<P> type) {
    P read = Json.read(params, type);
    if (read == null) {
      throw new RpcException(
          RpcCode.INVALID_PARAMS,
          "requests for parts of archives require an object as their parameters");
    }
    return read;
  }

  private Transfers.Part read(Transfers.Read asked) {
    ByteStream stream = openStream(asked.connection());
    stream.onEnd(permits::release);
    try {
      ArchivePart part = plane.archives().read(asked.snapshot(), asked.part());
      workers.execute(() -> send(stream, part.bytes()));
      return new Transfers.Part(part.parts(), part.bytes().length);
    } catch (RuntimeException | Error refused) {
      abort(stream);
      throw refused;
    }
  }

  private static void send(ByteStream stream, byte[] bytes) {
    try {
      stream.write(bytes, bytes.length);
      stream.endOutput();
    } catch (IOException broken) {
      LOG.debug("Cannot send a part of an archive: {}", broken.getMessage());
    }
  }

  private void receive(Transfers.Receive announced) {
    if (announced.bytes() < 0 || announced.bytes() > SnapshotArchives.MOST_BYTES) {
      throw new RpcException(
          RpcCode.INVALID_PARAMS,
          announced.bytes() + " is not a valid number of bytes for one part of an archive");
    }
    ByteStream stream = openStream(announced.connection());
    CompletableFuture<byte[]> bytes = new CompletableFuture<>();
    received.put(announced.connection(), bytes);
    stream.onEnd(
        () -> {
          received.remove(announced.connection());
          permits.release();
        });
    try {
      workers.execute(() -> receiveInto(stream, announced.bytes(), bytes));
    } catch (RuntimeException | Error refused) {
      abort(stream);
      throw refused;
    }
  }

  private static void receiveInto(ByteStream stream, int length, CompletableFuture<byte[]> bytes) {
    try {
      bytes.complete(new PartStream(stream).receive(length));
    } catch (IOException broken) {
      bytes.completeExceptionally(broken);
    }
  }

  private void append(Transfers.Append asked) {
    CompletableFuture<byte[]> bytes = received.get(asked.connection());
    if (bytes == null) {
      throw new RpcException(
          RpcCode.DATA_PLANE_UNREACHABLE, "some bytes of the archive did not arrive");
    }
    plane.archives().append(asked.archive(), asked.offset(), awaitAll(bytes));
  }

  /** The bytes were sent before the request, so they have arrived or will in a moment. */
  private static byte[] awaitAll(CompletableFuture<byte[]> bytes) {
    try {
      return bytes.get(FOR_THE_LAST_BYTES.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException lost) {
      throw new RpcException(
          RpcCode.DATA_PLANE_UNREACHABLE, "some bytes of the archive did not arrive");
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new RpcException(RpcCode.DATA_PLANE_UNREACHABLE, "the agent is stopping");
    }
  }

  private ByteStream openStream(long connection) {
    if (!permits.tryAcquire()) {
      throw new RpcException(
          RpcCode.BUSY,
          "the agent is already transferring %d parts of archives; try again later"
              .formatted(MOST));
    }
    try {
      return streams.addOrThrow(connection);
    } catch (RpcException taken) {
      permits.release();
      throw taken;
    }
  }

  private void abort(ByteStream stream) {
    streams.remove(stream);
    stream.end("the transfer was refused");
  }
}
