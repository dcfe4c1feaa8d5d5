package dev.goldenrod.bench.launch;

import dev.goldenrod.dataplane.local.port.Ports;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Clones made by the shell script. */
final class ShellBaseline {
  private final ByHandScript script;
  private final Set<String> clones = new LinkedHashSet<>();
  private int count;

  ShellBaseline(ByHandScript script) {
    this.script = script;
  }

  /** Creates a clone, and returns the milliseconds until the response to the script's query. */
  double launch(String golden) {
    String name = "by-hand-" + ++count;
    clones.add(name);
    return script.launch(golden, name, Ports.anyFree());
  }

  void removeAll() {
    for (String name : List.copyOf(clones)) {
      script.remove(name);
      clones.remove(name);
    }
  }
}
