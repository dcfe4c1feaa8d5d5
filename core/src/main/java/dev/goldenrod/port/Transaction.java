package dev.goldenrod.port;

/** One transaction of a {@link Store}: the repositories, all in the same atomic unit. */
public interface Transaction {
  OrgRepository orgs();

  UserRepository users();

  TokenRepository tokens();

  ClusterRepository clusters();

  QuotaRepository quotas();

  GoldenRepository goldens();

  SourceRepository sources();

  ImportRepository imports();

  InstanceRepository instances();

  AuditRepository audit();

  AnswerRepository answers();

  WorkRepository work();
}
