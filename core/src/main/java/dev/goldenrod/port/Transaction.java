package dev.goldenrod.port;

/**
 * One transaction of a {@link Store}: the repositories, all in the same atomic unit.
 *
 * <p>Every insert throws {@link StoreConflictException} when the row's id is taken. Lists whose
 * order is by age put rows of the same millisecond in the order they were inserted.
 */
public interface Transaction {
  OrgRepository orgs();

  UserRepository users();

  TokenRepository tokens();

  ClusterRepository clusters();

  InviteRepository invites();

  QuotaRepository quotas();

  GoldenRepository goldens();

  SourceRepository sources();

  ImportRepository imports();

  InstanceRepository instances();

  PoolRepository pools();

  AuditRepository audit();

  AnswerRepository answers();

  WorkRepository work();
}
