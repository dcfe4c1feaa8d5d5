package dev.goldenrod.dataplane.k8s.engines;

import dev.goldenrod.dataplane.k8s.simulated.process.Image;
import dev.goldenrod.port.Origin;
import dev.goldenrod.testkit.dataplane.DatabaseClient;

/** An engine whose programs are on this machine, with a client that stores a value. */
interface EngineUnderTest extends AutoCloseable {
  Image image();

  Origin.Blank blank();

  DatabaseClient client();

  @Override
  void close();
}
