package dev.goldenrod.dataplane.k8s.simulated.http;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.DaemonThread;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The WebSocket of a command in a container: its standard streams and its exit status. */
public final class ExecSocket extends ChannelSocket {
  private static final int INPUT = 0;
  private static final int OUTPUT = 1;
  private static final int ERRORS = 2;
  private static final int STATUS = 3;

  private final Process process;
  private final List<String> command;

  ExecSocket(Process process, List<String> command, boolean input) throws IOException {
    this.process = process;
    this.command = command;
    if (!input) {
      process.getOutputStream().close();
    }
  }

  @Override
  void run() {
    try {
      send(OUTPUT, new byte[0], 0);
      Thread errors =
          DaemonThread.start("simulated-exec", () -> pump(ERRORS, process.getErrorStream()));
      pump(OUTPUT, process.getInputStream());
      errors.join();
      byte[] status = status(process.waitFor()).toString().getBytes(StandardCharsets.UTF_8);
      send(STATUS, status, status.length);
      finish();
    } catch (IOException e) {
      abandon();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private JsonObject status(int exitCode) {
    JsonObject status = Tree.of("metadata", new JsonObject());
    if (exitCode == 0) {
      status.addProperty("status", "Success");
      return status;
    }
    JsonArray causes = new JsonArray();
    causes.add(Tree.of("reason", "ExitCode", "message", "" + exitCode));
    status.addProperty("status", "Failure");
    status.addProperty(
        "message",
        "command terminated with non-zero exit code: error executing command %s, exit code %d"
            .formatted(command, exitCode));
    status.addProperty("reason", "NonZeroExitCode");
    status.add("details", Tree.of("causes", causes));
    return status;
  }

  @Override
  void receive(int channel, byte[] data) throws IOException {
    if (channel == INPUT) {
      process.getOutputStream().write(data);
      process.getOutputStream().flush();
    }
  }

  @Override
  void ended(int channel) throws IOException {
    if (channel == INPUT) {
      process.getOutputStream().close();
    }
  }

  /** Leaves the command running without its client, as a real node does, and closes its input. */
  @Override
  void abandon() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // The command has already ended.
    }
  }
}
