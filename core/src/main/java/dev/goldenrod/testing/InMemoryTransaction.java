package dev.goldenrod.testing;

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

/** The repositories of an {@link InMemoryStore}, shared by all its transactions. */
final class InMemoryTransaction implements Transaction {
  private final OrgRepository orgs;
  private final UserRepository users;
  private final TokenRepository tokens;
  private final IdentityRepository identities;
  private final ClusterRepository clusters;
  private final InviteRepository invites;
  private final QuotaRepository quotas;
  private final GoldenRepository goldens;
  private final SourceRepository sources;
  private final MaskingRulesRepository maskingRules;
  private final ImportRepository imports;
  private final InstanceRepository instances;
  private final DatabaseRepository databases;
  private final ScheduleRepository schedules;
  private final PoolRepository pools;
  private final OrphanRepository orphans;
  private final AuditRepository audit;
  private final IdempotencyRepository answers;
  private final InMemoryWork work;

  InMemoryTransaction(UndoLog undoLog) {
    InMemoryUsers usersAndTokens = new InMemoryUsers(undoLog);
    goldens = new InMemoryGoldens(undoLog);
    InMemorySources sourcesAndImports = new InMemorySources(undoLog, goldens);
    InMemoryOrgs orgsAndQuotas = new InMemoryOrgs(undoLog);
    orgs = orgsAndQuotas;
    users = usersAndTokens;
    tokens = usersAndTokens.tokens();
    identities = usersAndTokens.identities();
    clusters = new InMemoryClusters(undoLog);
    invites = new InMemoryInvites(undoLog);
    quotas = orgsAndQuotas;
    sources = sourcesAndImports;
    maskingRules = sourcesAndImports.maskingRules();
    imports = sourcesAndImports.imports();
    instances = new InMemoryInstances(undoLog);
    databases = new InMemoryDatabases(undoLog);
    schedules = new InMemorySchedules(undoLog, databases);
    pools = new InMemoryPools(undoLog);
    orphans = new InMemoryOrphans(undoLog);
    audit = new InMemoryAudit(undoLog);
    answers = new InMemoryIdempotency(undoLog);
    work = new InMemoryWork(undoLog);
  }

  /** Only checks that the organization exists: transactions run one at a time. */
  @Override
  public void lockOrg(UUID orgId) {
    quotas.get(orgId);
  }

  @Override
  public OrgRepository orgs() {
    return orgs;
  }

  @Override
  public UserRepository users() {
    return users;
  }

  @Override
  public TokenRepository tokens() {
    return tokens;
  }

  @Override
  public IdentityRepository identities() {
    return identities;
  }

  @Override
  public ClusterRepository clusters() {
    return clusters;
  }

  @Override
  public InviteRepository invites() {
    return invites;
  }

  @Override
  public QuotaRepository quotas() {
    return quotas;
  }

  @Override
  public GoldenRepository goldens() {
    return goldens;
  }

  @Override
  public SourceRepository sources() {
    return sources;
  }

  @Override
  public MaskingRulesRepository maskingRules() {
    return maskingRules;
  }

  @Override
  public ImportRepository imports() {
    return imports;
  }

  @Override
  public InstanceRepository instances() {
    return instances;
  }

  @Override
  public DatabaseRepository databases() {
    return databases;
  }

  @Override
  public ScheduleRepository schedules() {
    return schedules;
  }

  @Override
  public PoolRepository pools() {
    return pools;
  }

  @Override
  public OrphanRepository orphans() {
    return orphans;
  }

  @Override
  public AuditRepository audit() {
    return audit;
  }

  @Override
  public IdempotencyRepository idempotency() {
    return answers;
  }

  @Override
  public WorkRepository work() {
    return work;
  }

  @Override
  public StatisticsRepository statistics() {
    return new InMemoryStatistics(this, work);
  }
}
