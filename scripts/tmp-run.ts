import { arrange, charters, useTestServer } from '../conformance/charters.ts'
import { bodies } from '../conformance/bodies.ts'
import { inProcessTarget, runScenarios } from '@charter/project'
for (const c of charters.filter(({name})=>name===process.argv[2])) { const {derived,examples,scenarios}=await arrange(c,'sqlite'); 
 const t=await inProcessTarget(derived,examples,{operations:bodies,onBug:e=>console.log('BUG',e)}); const r=await runScenarios(t,scenarios.filter(s=>new RegExp(process.argv[3]??'').test(s.id)),{writes:true}); await t.close(); console.log(c.name,r.passed,r.failed.length); for(const f of r.failed) console.log(JSON.stringify({id:f.id,step:f.step,request:String(f.request).slice(0,250),mm:f.mismatches?.map(m=>({at:m.at,e:String(m.expected).slice(0,160),a:String(m.actual).slice(0,260)}))}).slice(0,1200)) }
process.exit()
