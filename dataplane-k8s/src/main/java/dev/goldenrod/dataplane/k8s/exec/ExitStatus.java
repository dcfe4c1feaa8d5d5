package dev.goldenrod.dataplane.k8s.exec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import okio.ByteString;

/** Parses the API server's report of how a command in a pod ended. */
final class ExitStatus {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ExitStatus() {}

  /**
   * @throws ApiUnavailableException if the command did not run to its end
   */
  static int code(ByteString status) {
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
