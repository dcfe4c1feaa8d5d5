package dev.goldenrod.dataplane.k8s.exec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import okio.ByteString;

/** How a command in a pod ended, as the API server tells it. */
final class ExitStatus {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ExitStatus() {}

  /**
   * The exit code in the status.
   *
   * @throws DataPlaneException when the command was not run to its end
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
    throw new DataPlaneException(
        "the command could not be run in the pod: "
            + json.path("message").asText("no reason given"));
  }

  private static JsonNode parse(String status) {
    try {
      return JSON.readTree(status);
    } catch (IOException e) {
      throw new DataPlaneException("the pod's node says of the command: " + status, e);
    }
  }
}
