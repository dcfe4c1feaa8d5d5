package dev.goldenrod.dataplane.k8s.exec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * A command that runs in a pod through the API server, with its exit code or the reason why that is
 * unknown.
 */
final class CommandRun implements PodStream.Receiver {
  private record Event(int channel, ByteString bytes) {}

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final int INPUT = 0;
  private static final int OUTPUT = 1;
  private static final int ERRORS = 2;
  private static final int STATUS = 3;
  private static final int END = -1;
  private static final int MOST_WAITING = 64;
  private static final int PIECE = 32 * 1024;
  private static final Duration LONGEST_WAIT = Duration.ofMillis(200);
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(5);

  private final String pod;
  private final Consumer<ByteString> output;
  private final Consumer<ByteString> errors;
  private final BlockingQueue<Event> events = new ArrayBlockingQueue<>(MOST_WAITING);
  private volatile boolean isAbandoned;
  private int sent;

  CommandRun(String pod, Consumer<ByteString> output, Consumer<ByteString> errors) {
    this.pod = pod;
    this.output = output;
    this.errors = errors;
  }

  /**
   * @throws ApiUnavailableException if the connection breaks before the command ends
   */
  int finish(PodStream stream, byte[] input, BooleanSupplier cancelled) {
    while (true) {
      if (cancelled.getAsBoolean()) {
        stream.abort();
        throw new DataPlaneException("the work was stopped");
      }
      feed(stream, input);
      Event event = next(sent < input.length ? SHORTEST_WAIT : LONGEST_WAIT);
      if (event != null && event.channel() == STATUS) {
        return exitCode(event.bytes());
      }
      if (event != null) {
        accept(event);
      }
    }
  }

  /** Drops everything that is received from now on. */
  void abandon() {
    isAbandoned = true;
  }

  @Override
  public void received(int channel, ByteString bytes) {
    put(new Event(channel, bytes));
  }

  @Override
  public void ended(String why) {
    put(new Event(END, ByteString.encodeUtf8(why)));
  }

  private void accept(Event event) {
    switch (event.channel()) {
      case OUTPUT -> output.accept(event.bytes());
      case ERRORS -> errors.accept(event.bytes());
      case END ->
          throw new ApiUnavailableException(
              "the connection to pod %s broke before the command ended: %s"
                  .formatted(pod, event.bytes().utf8()));
      default -> {}
    }
  }

  private void feed(PodStream stream, byte[] input) {
    while (sent < input.length && stream.hasRoom()) {
      int length = Math.min(PIECE, input.length - sent);
      stream.send(INPUT, input, sent, length);
      sent += length;
      if (sent == input.length) {
        stream.closeChannel(INPUT);
      }
    }
  }

  private @Nullable Event next(Duration atMost) {
    try {
      return events.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneException("interrupted while a command ran in pod " + pod, e);
    }
  }

  private void put(Event event) {
    try {
      while (!isAbandoned
          && !events.offer(event, LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {}
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns the exit code in the API server's report of how a command ended.
   *
   * @throws ApiUnavailableException if the command did not run to its end
   */
  static int exitCode(ByteString status) {
    JsonNode json = parse(status.utf8());
    if (json.path("status").asText().equals("Success")) {
      return 0;
    }
    for (JsonNode cause : json.path("details").path("causes")) {
      if (cause.path("reason").asText().equals("ExitCode")) {
        return cause.path("message").asInt(-1);
      }
    }
    throw notRun(json.path("message").asText("no reason given"));
  }

  /** Other messages occur also while a node's container runtime is unavailable. */
  private static DataPlaneException notRun(String reason) {
    String message = "the command could not be run in the pod: " + reason;
    return reason.contains("executable file not found")
        ? new DataPlaneException(message)
        : new ApiUnavailableException(message);
  }

  private static JsonNode parse(String status) {
    try {
      return JSON.readTree(status);
    } catch (IOException e) {
      throw new DataPlaneException("cannot read the command's exit status: " + status, e);
    }
  }
}
