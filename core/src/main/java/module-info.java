/** The control plane: the domain, the ports, the use cases, and fakes for unit tests. */
module dev.goldenrod.core {
  requires static transitive org.jspecify;
  requires org.slf4j;

  exports dev.goldenrod;
  exports dev.goldenrod.agent;
  exports dev.goldenrod.audit;
  exports dev.goldenrod.cluster;
  exports dev.goldenrod.control;
  exports dev.goldenrod.database;
  exports dev.goldenrod.golden;
  exports dev.goldenrod.idempotency;
  exports dev.goldenrod.identity;
  exports dev.goldenrod.imports;
  exports dev.goldenrod.instance;
  exports dev.goldenrod.member;
  exports dev.goldenrod.orphan;
  exports dev.goldenrod.pool;
  exports dev.goldenrod.port;
  exports dev.goldenrod.quota;
  exports dev.goldenrod.source;
  exports dev.goldenrod.testing;
  exports dev.goldenrod.tunnel;
}
