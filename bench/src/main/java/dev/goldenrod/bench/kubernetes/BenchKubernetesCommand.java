package dev.goldenrod.bench.kubernetes;

import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.client.ClientException;
import dev.goldenrod.server.ProgressPrinter;
import dev.goldenrod.server.UsageException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures launches on Kubernetes in comparison with kubectl and the same objects. */
@Command(
    name = "kubernetes",
    description =
        "Measures the time from a launch to Ready on Kubernetes, compared with kubectl, which"
            + " applies the same objects, waits for the pod and logs in. It runs in a namespace"
            + " of its own, which it removes.",
    mixinStandardHelpOptions = true)
public final class BenchKubernetesCommand implements Callable<Integer> {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      required = true,
      description =
          "Kubeconfig of a user who may create namespaces; the variables GOLDENROD_KUBE_… apply as"
              + " for serve.")
  private Path kubeconfig = Path.of("");

  @Option(
      names = "--kube-context",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Context of the kubeconfig (its current context).")
  private String context = "";

  @Option(
      names = "--postgres",
      paramLabel = "RELEASE",
      defaultValue = "15",
      description = "Release of PostgreSQL (${DEFAULT-VALUE}).")
  private String release = "";

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      defaultValue = "10m",
      description = "Size of the golden, for example 10m or 1g (${DEFAULT-VALUE}).")
  private String size = "";

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "10",
      description = "Number of measured rounds (${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      defaultValue = "2",
      description = "Number of warm-up rounds before the measured ones (${DEFAULT-VALUE}).")
  private int warmUps;

  @Option(
      names = "--at-once",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of clones that each round creates at once, in each way" + " (${DEFAULT-VALUE}).")
  private int atOnce;

  private final PrintStream out;

  public BenchKubernetesCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    GoldenSize golden = size();
    ProgressPrinter progress = new ProgressPrinter(out);
    ProgressPrinter.quietLogs();
    KubernetesEnvironment environment =
        KubernetesEnvironment.of(kubeconfig.toAbsolutePath().normalize(), context);
    Runtime.getRuntime().addShutdownHook(new Thread(environment::close, "shutdown"));
    try {
      new KubernetesBenchmark(environment.kubectl(), environment.start(), release, progress, out)
          .run(golden, atOnce, warmUps, rounds);
      return 0;
    } catch (BenchFailure | ClientException e) {
      progress.announce("\nThe benchmark failed: " + e.getMessage());
      return 1;
    } finally {
      progress.step("remove everything", environment::close);
    }
  }

  private GoldenSize size() {
    if (!Files.isReadable(kubeconfig)) {
      throw new UsageException("--kubeconfig " + kubeconfig + " is not a readable file");
    }
    if (rounds < 1 || atOnce < 1 || warmUps < 0) {
      throw new UsageException(
          "--rounds and --at-once must be at least 1, and --warm-up at least 0");
    }
    try {
      List<GoldenSize> sizes = GoldenSize.parseAll(size);
      if (sizes.size() == 1) {
        return sizes.get(0);
      }
    } catch (IllegalArgumentException e) {
      throw new UsageException("--size: " + e.getMessage(), e);
    }
    throw new UsageException("--size " + size + " must be one size");
  }
}
