package dev.goldenrod.dataplane.k8s.engines;

class MySqlContractTest extends EngineContract {
  @Override
  EngineUnderTest engine() {
    return new MySql();
  }
}
