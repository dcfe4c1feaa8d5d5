package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.AuditRepository;
import dev.goldenrod.port.ClusterRepository;
import dev.goldenrod.port.DatabaseRepository;
import dev.goldenrod.port.GoldenRepository;
import dev.goldenrod.port.IdempotencyRepository;
import dev.goldenrod.port.IdentityRepository;
import dev.goldenrod.port.ImportRepository;
import dev.goldenrod.port.InstanceRepository;
import dev.goldenrod.port.InviteRepository;
import dev.goldenrod.port.MaskingRulesRepository;
import dev.goldenrod.port.OrgRepository;
import dev.goldenrod.port.OrphanRepository;
import dev.goldenrod.port.PoolRepository;
import dev.goldenrod.port.QuotaRepository;
import dev.goldenrod.port.ScheduleRepository;
import dev.goldenrod.port.SourceRepository;
import dev.goldenrod.port.StatisticsRepository;
import dev.goldenrod.port.TokenRepository;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.UserRepository;
import dev.goldenrod.port.WorkRepository;
import java.util.UUID;

record JdbiTransaction(Sql sql) implements Transaction {
  @Override
  public void lockOrg(UUID orgId) {
    new JdbiQuotas(sql).lock(orgId);
  }

  @Override
  public OrgRepository orgs() {
    return new JdbiOrgs(sql);
  }

  @Override
  public UserRepository users() {
    return new JdbiUsers(sql);
  }

  @Override
  public TokenRepository tokens() {
    return new JdbiTokens(sql);
  }

  @Override
  public IdentityRepository identities() {
    return new JdbiIdentities(sql);
  }

  @Override
  public ClusterRepository clusters() {
    return new JdbiClusters(sql);
  }

  @Override
  public InviteRepository invites() {
    return new JdbiInvites(sql);
  }

  @Override
  public QuotaRepository quotas() {
    return new JdbiQuotas(sql);
  }

  @Override
  public GoldenRepository goldens() {
    return new JdbiGoldens(sql);
  }

  @Override
  public SourceRepository sources() {
    return new JdbiSources(sql);
  }

  @Override
  public MaskingRulesRepository maskingRules() {
    return new JdbiMaskingRules(sql);
  }

  @Override
  public ImportRepository imports() {
    return new JdbiImports(sql);
  }

  @Override
  public InstanceRepository instances() {
    return new JdbiInstances(sql);
  }

  @Override
  public DatabaseRepository databases() {
    return new JdbiDatabases(sql);
  }

  @Override
  public ScheduleRepository schedules() {
    return new JdbiSchedules(sql);
  }

  @Override
  public PoolRepository pools() {
    return new JdbiPools(sql);
  }

  @Override
  public OrphanRepository orphans() {
    return new JdbiOrphans(sql);
  }

  @Override
  public AuditRepository audit() {
    return new JdbiAudit(sql);
  }

  @Override
  public IdempotencyRepository idempotency() {
    return new JdbiIdempotency(sql);
  }

  @Override
  public WorkRepository work() {
    return new JdbiWork(sql);
  }

  @Override
  public StatisticsRepository statistics() {
    return new JdbiStatistics(sql);
  }
}
