package dev.goldenrod.image;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

record Archive(Path folder) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Archive unpack(Path file, Path folder) throws Exception {
    tar("-xf", file, folder);
    return new Archive(folder);
  }

  /** Returns the configuration, as {@code docker image inspect} shows it. */
  JsonNode configuration() throws IOException {
    return JSON.readTree(folder.resolve(manifest().get("Config").asText()).toFile());
  }

  String name() throws IOException {
    return manifest().get("RepoTags").get(0).asText();
  }

  /** Unpacks all layers into one directory. */
  Path rootFileSystem() throws Exception {
    Path root = folder.resolve("root");
    for (JsonNode layer : manifest().get("Layers")) {
      tar("-xzf", folder.resolve(layer.asText()), root);
    }
    return root;
  }

  List<String> command() throws IOException {
    List<String> command = new ArrayList<>();
    configuration().get("config").get("Entrypoint").forEach(word -> command.add(word.asText()));
    configuration().get("config").get("Cmd").forEach(word -> command.add(word.asText()));
    return command;
  }

  private JsonNode manifest() throws IOException {
    return JSON.readTree(folder.resolve("manifest.json").toFile()).get(0);
  }

  private static void tar(String option, Path file, Path folder) throws Exception {
    Files.createDirectories(folder);
    Process tar =
        new ProcessBuilder("tar", option, file.toString(), "-C", folder.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (tar.waitFor() != 0) {
      throw new IOException("tar does not unpack " + file);
    }
  }
}
