package dev.goldenrod.image;

import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.Port;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The contents of the image in addition to its base: the standalone jar, and a bill of materials in
 * CycloneDX format.
 */
record ImageContents(Path jar, Path bill, Map<String, String> labels) {
  static final List<String> ENTRYPOINT =
      List.of(
          "java",
          "-XX:+UseSerialGC",
          "-Xms48m",
          "-XX:MinHeapFreeRatio=10",
          "-XX:MaxHeapFreeRatio=30",
          "-XX:+IgnoreUnrecognizedVMOptions",
          "-XX:TrimNativeHeapInterval=10000",
          "-XX:+ExitOnOutOfMemoryError",
          "-XX:MaxRAMPercentage=60",
          "-jar",
          "/opt/goldenrod/goldenrod.jar");
  static final List<String> ARGUMENTS = List.of("serve", "--host", "0.0.0.0", "--allow-clear-text");
  static final String USER = "10001:10001";
  static final int PORT = 7878;

  private static final AbsoluteUnixPath FOLDER = AbsoluteUnixPath.get("/opt/goldenrod");
  static final AbsoluteUnixPath BILL = FOLDER.resolve("goldenrod.cdx.json");

  /** Returns the labels of a release, whose revision (the commit) may be empty. */
  static Map<String, String> labels(String version, String revision) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("org.opencontainers.image.title", "Goldenrod");
    labels.put("org.opencontainers.image.description", "Golden databases that branch");
    labels.put("org.opencontainers.image.licenses", "Apache-2.0");
    labels.put("org.opencontainers.image.version", version);
    if (!revision.isEmpty()) {
      labels.put("org.opencontainers.image.revision", revision);
    }
    labels.put("dev.goldenrod.sbom", BILL.toString());
    return labels;
  }

  /** Adds these contents to the image, which then runs the server. */
  JibContainerBuilder addTo(JibContainerBuilder image) {
    FileEntriesLayer server =
        FileEntriesLayer.builder()
            .setName("server")
            .addEntry(jar, FOLDER.resolve("goldenrod.jar"))
            .addEntry(bill, BILL)
            .build();
    return image
        .addFileEntriesLayer(server)
        .setEntrypoint(ENTRYPOINT)
        .setProgramArguments(ARGUMENTS)
        .setUser(USER)
        .setExposedPorts(Port.tcp(PORT))
        .setLabels(labels);
  }
}
