export async function benchFirstLoad(): Promise<boolean> {
  return true
}
