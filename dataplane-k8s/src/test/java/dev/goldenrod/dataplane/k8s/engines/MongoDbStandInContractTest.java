package dev.goldenrod.dataplane.k8s.engines;

import java.io.IOException;

class MongoDbStandInContractTest extends EngineContract {
  @Override
  EngineUnderTest engine() throws IOException {
    return new MongoDbStandIn();
  }
}
