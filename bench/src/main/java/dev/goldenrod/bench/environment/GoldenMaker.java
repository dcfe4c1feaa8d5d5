package dev.goldenrod.bench.environment;

import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.bench.measure.VolumeLocation;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.server.ProgressPrinter;
import dev.goldenrod.server.demo.ScratchPostgres;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Creates goldens of generated data, by registering the data directories of stopped servers. */
public final class GoldenMaker {
  private final BenchContext context;
  private final ApiLauncher goldenrod;
  private final ProgressPrinter progress;
  private final Map<GoldenSize, String> volumes = new LinkedHashMap<>();

  public GoldenMaker(BenchContext context, ApiLauncher goldenrod, ProgressPrinter progress) {
    this.context = context;
    this.goldenrod = goldenrod;
    this.progress = progress;
  }

  /** Returns the golden volume of each size that was created. */
  public Map<GoldenSize, String> volumes() {
    return volumes;
  }

  /** Creates a golden and a clone of it, which is then deleted. Returns the volumes' location. */
  public VolumeLocation make(GoldenSize size) {
    LocalRoot root = context.sources().get();
    try (ScratchPostgres source = start(root)) {
      progress.step(
          "generate %s of data".formatted(size.label()), () -> GeneratedData.fill(source, size));
      progress.step(
          "register it as golden '%s' and clone it once".formatted(size.golden()),
          () -> {
            goldenrod.register(size.golden(), source.data());
            goldenrod.launch(size.golden());
          });
      // The registered copy is independent, so its source is deleted to save space.
      Tool.run("rm", "-rf", source.data().toString());
    }
    VolumeLocation found = VolumeLocation.of(context.dataDir());
    Set<String> fresh = new HashSet<>(found.goldens());
    fresh.removeAll(volumes.values());
    volumes.put(size, fresh.iterator().next());
    goldenrod.removeAll();
    return found;
  }

  private ScratchPostgres start(LocalRoot root) {
    return ScratchPostgres.start(
        context.home(), context.runAs(), root, GeneratedData.DATABASE, GeneratedData.FAST);
  }
}
